import type { JsonObject } from "@byhand/envelope"
import type { ProviderCall } from "../services/provider.ts"
import { callText } from "./call-text.ts"
import type { Endpoint } from "./endpoint.ts"
import { type WireSchema, wireSchema } from "./wire-schema.ts"

/** A request of chat completions, and how its reply is read back. */
export interface ChatRequest {
  readonly body: JsonObject
  readonly unwrap: WireSchema["unwrap"]
}

/** The body of the request for a call. What the host adds to it never takes the place of what the call is about. */
export function chatRequest(call: ProviderCall, { model, body, responseFormat }: Endpoint): ChatRequest {
  const { schema, unwrap } =
    responseFormat === "json_schema" ? wireSchema(call.schema) : { schema: call.schema, unwrap: asItIs }
  const { system, user } = callText(call, schema)
  return {
    body: {
      ...body,
      model,
      messages: [
        { role: "system", content: system },
        { role: "user", content: user }
      ],
      ...formatOf(responseFormat, call.operation, schema),
      // The reply is read as a whole in any case, and all of it is one document.
      stream: false
    },
    unwrap
  }
}

const asItIs = (text: string): string => text

/** Not strict: that would forbid optional keys and free objects, and the host judges every reply itself. */
function formatOf(format: Endpoint["responseFormat"], operation: string, schema: JsonObject): JsonObject {
  if (format === "text") return {}
  if (format === "json_object") return { response_format: { type: "json_object" } }
  const json_schema = { name: operation.toLowerCase(), schema, strict: false }
  return { response_format: { type: "json_schema", json_schema } }
}
