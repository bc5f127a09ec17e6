import type { JsonObject } from "@byhand/envelope"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { Patience } from "./once-more.ts"
import { type Scrubber, scrubber } from "./scrub.ts"

/** How the JSON Schema of a reply is sent. It stands in the instructions in any case. */
export type ResponseFormat =
  /** As `response_format`: the endpoint keeps the model to it. */
  | "json_schema"
  /** As the wish for some JSON object: for an endpoint that knows no schemas. */
  | "json_object"
  /** In the instructions alone: for an endpoint that knows no `response_format`. */
  | "text"

/** An HTTP endpoint that speaks the chat completions of OpenAI, and how it is to be asked. */
export interface EndpointOptions extends Patience {
  /** With everything up to `/chat/completions`: "https://api.openai.com/v1", "http://127.0.0.1:11434/v1". */
  readonly baseUrl: string
  /** The name of the model, as the endpoint knows it. */
  readonly model: string
  /** Sent as a bearer token. None is sent if neither this nor `keyVariable` is given: local servers want none. */
  readonly key?: string | undefined
  /** The environment variable that the key is in. It is read when the layer is built; without it every call fails. */
  readonly keyVariable?: string | undefined
  /** Names the endpoint in records of failures; its host if left out. */
  readonly name?: string | undefined
  /** "json_schema" if left out. */
  readonly responseFormat?: ResponseFormat | undefined
  /** More headers of the request. Their values count as secrets. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** More fields of the request's body: `{ temperature: 0, max_completion_tokens: 8000 }`. */
  readonly body?: JsonObject | undefined
  /** Of a reply: 16 MiB if left out. A larger one is not read to its end, and counts as cut off. */
  readonly maxReplyBytes?: number | undefined
}

/** An endpoint that can be asked. */
export interface Endpoint {
  readonly url: URL
  readonly name: string
  readonly model: string
  readonly headers: Readonly<Record<string, string>>
  readonly responseFormat: ResponseFormat
  readonly body: JsonObject
  readonly maxReplyBytes: number
  readonly scrubber: Scrubber
}

/** What the options come to, or the failure of a call that cannot be made with them. */
export type FoundEndpoint =
  | { readonly _tag: "Found"; readonly endpoint: Endpoint }
  | { readonly _tag: "NotFound"; readonly failure: HarnessFailure }

/** Looks at the options of an endpoint, and gets its key. */
export function findEndpoint(options: EndpointOptions, environment: NodeJS.ProcessEnv): FoundEndpoint {
  const { model, headers = {}, keyVariable, responseFormat = "json_schema", body = {} } = options
  if (options.baseUrl.trim() === "") return { _tag: "NotFound", failure: noAddress }
  const url = addressOf(options.baseUrl)
  if (url === null) return { _tag: "NotFound", failure: badAddress }
  if (model.trim() === "") return { _tag: "NotFound", failure: noModel }
  const key = (options.key ?? environment[keyVariable ?? ""] ?? "").trim()
  if (key === "" && keyVariable !== undefined) return { _tag: "NotFound", failure: missingKey(keyVariable) }
  if (/[^\x21-\x7e]/.test(key)) return { _tag: "NotFound", failure: badKey }
  const endpoint = {
    url,
    name: options.name ?? url.host,
    model,
    headers: key === "" ? headers : { ...headers, authorization: `Bearer ${key}` },
    responseFormat,
    body,
    maxReplyBytes: options.maxReplyBytes ?? 16 * 1024 * 1024,
    scrubber: scrubber([key, ...Object.values(headers), ...url.searchParams.values()])
  }
  return { _tag: "Found", endpoint }
}

/**
 * Why a model cannot be asked with these options: for a program that says so before it makes a session.
 *
 * @param options - of the endpoint, as they are given to `openAiCompatibleProvider`
 * @param environment - where the key is looked up
 * @returns the failure that every call would have, with the code MODEL_URL_MISSING, MODEL_URL_INVALID, MODEL_NAME_MISSING,
 * MODEL_KEY_MISSING or MODEL_KEY_INVALID; null when there is nothing in the way. It asks nobody, and never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { endpointProblem } from "@byhand/headless/providers"
 * console.log(endpointProblem({ baseUrl: "localhost:11434", model: "qwen3" })?.error.code) // MODEL_URL_INVALID
 * console.log(endpointProblem({ baseUrl: "http://localhost:11434/v1", model: "qwen3" })) // null
 * ```
 */
export function endpointProblem(
  options: EndpointOptions,
  environment: NodeJS.ProcessEnv = process.env
): HarnessFailure | null {
  const found = findEndpoint(options, environment)
  return found._tag === "NotFound" ? found.failure : null
}

const path = "/chat/completions"

/** The address that requests go to; null when the base has a password in it, or is no address of HTTP. */
function addressOf(baseUrl: string): URL | null {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return null
  const base = url.pathname.replace(/\/+$/, "")
  url.pathname = base.endsWith(path) ? base : `${base}${path}`
  url.hash = ""
  return url
}

function misconfigured(code: string, message: string): HarnessFailure {
  return new HarnessFailure(harnessError({ code, message }))
}

const noAddress = misconfigured(
  "MODEL_URL_MISSING",
  "The base URL of the model's endpoint is missing. Give its address, such as http://127.0.0.1:11434/v1."
)
const badAddress = misconfigured(
  "MODEL_URL_INVALID",
  "The base URL of the model's endpoint cannot be used. Expected an address of http or https without a user name or " +
    "password in it, such as http://127.0.0.1:11434/v1."
)
const noModel = misconfigured(
  "MODEL_NAME_MISSING",
  "The name of the model is missing. Give the name by which the endpoint knows it."
)
const badKey = misconfigured(
  "MODEL_KEY_INVALID",
  "The key of the model's endpoint cannot be sent: a space or a character that is not ASCII stands in it. Look at where " +
    "the key is kept, and give it alone."
)
function missingKey(variable: string): HarnessFailure {
  const message = `The key of the model's endpoint is missing: the environment variable ${variable} is not set.`
  return misconfigured("MODEL_KEY_MISSING", `${message} Set it to the key, and run again.`)
}
