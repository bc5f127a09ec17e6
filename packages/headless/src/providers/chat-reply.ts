import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { ProviderReply } from "../services/provider.ts"
import { type Fault, filteredFault } from "./fault.ts"
import { httpFault } from "./http-fault.ts"
import type { HttpReply } from "./http-post.ts"

/** What an endpoint replied, or why that is no reply. */
export type ReadCompletion =
  | { readonly _tag: "Replied"; readonly reply: ProviderReply }
  | { readonly _tag: "Faulty"; readonly fault: Fault }

/** In characters: of a reply that is beyond the limit, for the record. */
const mostOfCut = 4000

/**
 * Reads a reply of chat completions that came with a status of 2xx. The text is the model's, and is not looked at here: what
 * it comes to is the controller's to decide. What is no completion at all was not written by a model, so it is never a failed
 * attempt at the task.
 */
export function readCompletion({ status, text, isCut }: HttpReply): ReadCompletion {
  // Nobody can read the rest of a document that has no end, and the model has written more than anybody wants.
  if (isCut) return { _tag: "Replied", reply: { text: text.slice(0, mostOfCut), cut_off: true } }
  const body = parsed(text)
  if (body === null) return noCompletion(status, text)
  const reported = objectOf(body["error"])
  if (reported !== null) return { _tag: "Faulty", fault: reportedFault(reported, text) }
  const choice = objectOf(listOf(body["choices"])[0])
  const message = objectOf(choice?.["message"])
  if (choice === null || message === null) return noCompletion(status, text)
  const reason = choice["finish_reason"]
  if (reason === "content_filter") return { _tag: "Faulty", fault: { ...filteredFault, status } }
  return {
    _tag: "Replied",
    reply: {
      text: contentOf(message),
      ...(reason === "length" ? { cut_off: true } : {}),
      ...usageOf(objectOf(body["usage"]))
    }
  }
}

/** Text, or a list of parts. A refusal stands where the content would: it is what the model wrote. */
function contentOf({ content, refusal }: JsonObject): string {
  if (typeof content === "string") return content
  const parts = listOf(content).map((part) => objectOf(part)?.["text"])
  const text = parts.filter((part) => typeof part === "string").join("")
  return text === "" && typeof refusal === "string" ? refusal : text
}

function usageOf(usage: JsonObject | null): Pick<ProviderReply, "input_tokens" | "output_tokens"> {
  const input = countOf(usage?.["prompt_tokens"])
  const output = countOf(usage?.["completion_tokens"])
  return {
    ...(input === null ? {} : { input_tokens: input }),
    ...(output === null ? {} : { output_tokens: output })
  }
}

function countOf(value: JsonValue | undefined): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

function noCompletion(status: number, text: string): ReadCompletion {
  const fault: Fault = {
    category: "PROVIDER_UNAVAILABLE",
    status,
    message: "The endpoint replied with something that is not a chat completion.",
    fix: "Look whether the base URL is right, and whether something stands between here and the endpoint.",
    failedGeneration: text,
    retryable: true
  }
  return { _tag: "Faulty", fault }
}

/** Some endpoints report the failure of a model behind them with 200, and its status in the error. */
function reportedFault(error: JsonObject, text: string): Fault {
  const code = Number(error["code"])
  const status = code >= 400 && code < 600 ? code : 500
  return httpFault({ status, header: () => undefined, text, isCut: false }, 0)
}

function parsed(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text) as JsonValue)
  } catch {
    return null
  }
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}
