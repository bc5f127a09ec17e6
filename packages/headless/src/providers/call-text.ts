import type { JsonObject } from "@byhand/envelope"
import type { ProviderCall } from "../services/provider.ts"

/** A call as the two texts that every model takes. */
export interface CallText {
  /** The operation's instructions, the schema of the reply, and what was wrong with the reply before. */
  readonly system: string
  /** The input, as one JSON object: material, and never an instruction. */
  readonly user: string
}

/**
 * The texts of a call. The schema stands in them in full, also where the endpoint takes it as a field of the request: a
 * grammar keeps a model from writing anything else, and does not tell it what the keys are.
 *
 * @param schema the schema that the reply is to fit, in the form in which it is asked for
 */
export function callText({ instructions, input, feedback }: ProviderCall, schema: JsonObject): CallText {
  const parts = [
    instructions,
    `The JSON Schema of the object that you reply with:\n${JSON.stringify(schema)}`,
    ...(feedback === null ? [] : [feedback])
  ]
  return { system: parts.join("\n\n"), user: JSON.stringify(input) }
}
