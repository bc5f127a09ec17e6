import { Ajv2020 } from "ajv/dist/2020.js"
import { prose, replyTo } from "../../../../packages/headless/test/providers/answer-from-schema.ts"
import {
  type Answer,
  complete,
  type Received,
  refuse
} from "../../../../packages/headless/test/providers/model-server.ts"

/** What a model sends as `result_ir`, in a language that it was told of. */
export type Knowledge = (language: string) => object

/** What it sends first, and what once it was told of findings. */
export interface Knowledgeable {
  readonly first: Knowledge
  readonly repaired?: Knowledge
}

const ajv = new Ajv2020({ strict: false })

/**
 * A model that can program, and that knows nothing else but what it is sent: it sends a key only where the instructions name
 * it, a reply only where it fits the schema, and a program only in a language of its input. Its name says what it knows.
 */
export function programmingModel(knowledge: Readonly<Record<string, Knowledgeable>>): Answer {
  return (request, response) => {
    try {
      const reply = replyTo(request)
      const known = knowledge[request.body.model]
      complete(response, known === undefined ? reply : withKnowledge(reply, request, known))
    } catch (error) {
      refuse(response, 422, (error as Error).message)
    }
  }
}

/** Where the input says that programs are run, it sends some. */
function withKnowledge(text: string, { body }: Received, { first, repaired = first }: Knowledgeable): string {
  const [system, user] = body.messages
  const { programs, findings } = JSON.parse(user?.content ?? "{}") as {
    readonly programs?: { readonly languages: readonly string[] }
    readonly findings?: readonly object[]
  }
  if (programs === undefined) return text
  const result_ir = (findings === undefined ? first : repaired)(programs.languages[0] ?? "")
  const told = prose(system?.content ?? "")
  const unnamed = keysOf(result_ir).filter((key) => !told.includes(`"${key}"`))
  if (unnamed.length > 0) throw new Error(`The instructions do not say what ${unnamed.join(", ")} is.`)
  const { reply } = JSON.parse(text) as { readonly reply: object }
  const whole = { reply: { ...reply, result_ir } }
  if (!ajv.validate(body.response_format?.json_schema?.schema ?? false, whole))
    throw new Error(`That is not what the schema allows: ${ajv.errorsText()}`)
  return JSON.stringify(whole)
}

/** The names that the contract gives: what stands below a certificate or a witness is the model's own. */
function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === "certificate" || key === "data" ? [key] : [key, ...keysOf(item)]
  )
}
