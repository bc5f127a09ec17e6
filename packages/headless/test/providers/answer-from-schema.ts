import { type Answer, complete, type Received, refuse } from "./model-server.ts"

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minimum?: number
}

/**
 * A model that knows nothing: it parses the schema that it was sent, and writes what fits it. Where it has a choice, it takes
 * what the instructions name first; texts are made from the input. It knows no operation and no key, so whatever it gets
 * right stands in the request.
 */
export const answerFromSchema: Answer = (request, response) => {
  try {
    complete(response, replyTo(request))
  } catch (error) {
    refuse(response, 422, (error as Error).message)
  }
}

/** The text of the reply to a request. */
export function replyTo({ body }: Pick<Received, "body">): string {
  const [system, user] = body.messages
  const told = system?.content ?? ""
  const asked = body.response_format?.json_schema?.schema ?? schemaIn(told)
  return JSON.stringify(valueFor(asked, told, textOf(user?.content ?? "")))
}

/** Where the endpoint has no place for a schema, it stands in the text: the first line that is one. */
function schemaIn(told: string): Schema {
  const line = told.split("\n").find((text) => text.startsWith("{"))
  if (line === undefined) throw new Error("I was sent no schema.")
  return JSON.parse(line) as Schema
}

/** The first text of the input, whatever it is called there. */
function textOf(input: string): string {
  const texts = Object.values(JSON.parse(input) as Record<string, unknown>).filter(
    (v) => typeof v === "string"
  )
  return texts[0] ?? "nothing"
}

function valueFor(schema: Schema, told: string, material: string): unknown {
  if (schema.anyOf !== undefined) return valueFor(firstNamed(schema.anyOf, told, wordsOf), told, material)
  if (schema.enum !== undefined) return firstNamed(schema.enum, told, (word) => [word])
  switch (schema.type) {
    case "object": {
      const entries = (schema.required ?? []).map((key) => {
        const property = schema.properties?.[key] ?? {}
        const isChoice = property.enum !== undefined || property.anyOf !== undefined
        if (!isChoice && !prose(told).includes(`"${key}"`))
          throw new Error(`The instructions do not say what "${key}" is.`)
        return [key, valueFor(property, told, material)]
      })
      return Object.fromEntries(entries)
    }
    case "array":
      return []
    case "boolean":
      return false
    case "number":
      return schema.minimum ?? 0
    case "string":
      return `On: ${material}`
    default:
      throw new Error(`I do not know the type ${String(schema.type)}.`)
  }
}

/** The words by which the instructions can name a branch: those of its first choice. */
function wordsOf({ properties = {} }: Schema): readonly string[] {
  return Object.values(properties).find((property) => property.enum !== undefined)?.enum ?? []
}

function firstNamed<T>(choices: readonly T[], told: string, words: (choice: T) => readonly string[]): T {
  const text = prose(told)
  const found = choices
    .map((choice) => ({ choice, at: Math.min(...words(choice).map((word) => placeOf(text, word))) }))
    .filter(({ at }) => at < Infinity)
    .toSorted((a, b) => a.at - b.at)
  if (found[0] === undefined) throw new Error("The instructions name nothing of what I may choose.")
  return found[0].choice
}

function placeOf(text: string, word: string): number {
  const at = text.search(new RegExp(`\\b${word}\\b`))
  return at === -1 ? Infinity : at
}

/** The instructions without the schema that stands in them: it would name everything. */
export function prose(told: string): string {
  return told
    .split("\n")
    .filter((line) => !line.startsWith("{"))
    .join("\n")
}
