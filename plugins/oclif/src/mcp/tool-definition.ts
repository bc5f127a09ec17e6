import type { JsonObject } from "@byhand/envelope"
import type { Tool } from "@modelcontextprotocol/server"
import { inputSchema } from "./inputs.ts"
import type { CommandTool } from "./tools.ts"

/** What a client is told of a tool. */
export function toolDefinition({ name, path, entry, inputs, isUndeclared }: CommandTool): Tool {
  return {
    name,
    ...(path.length === 0 ? {} : { title: path.join(" ") }),
    description: entry.description,
    inputSchema: inputSchema(inputs) as Tool["inputSchema"],
    outputSchema: envelopeSchema(name, entry.output_schema) as Tool["outputSchema"],
    annotations: {
      readOnlyHint: entry.danger_level === "safe",
      destructiveHint: entry.danger_level === "destructive" || isUndeclared,
      idempotentHint: entry.idempotent === true,
      openWorldHint: entry.has_network_io ?? true
    }
  }
}

/**
 * The JSON Schema of a command's envelope (REQ-F-004), as short as a list of many tools wants it.
 *
 * @param name of the tool
 * @param data the schema of the command's result, where it declares one
 */
function envelopeSchema(
  name: string,
  data: JsonObject | undefined
): JsonObject & { readonly type: "object" } {
  return {
    type: "object",
    properties: {
      ok: { type: "boolean" },
      data:
        data === undefined
          ? { type: ["object", "array", "null"] }
          : { anyOf: [standingAlone(name, data), ...failed] },
      error: {
        type: ["object", "null"],
        properties: {
          code: { type: "string" },
          message: { type: "string" },
          retryable: { type: "boolean" },
          suggestion: { type: "string" },
          fix_required: { type: "string" }
        },
        required: ["code", "message"]
      },
      warnings: { type: "array", items: { type: "object" } },
      meta: {
        type: "object",
        properties: { exit_code: { type: "integer" }, duration_ms: { type: "integer" } },
        required: ["exit_code", "duration_ms"]
      }
    },
    required: ["ok", "data", "error", "warnings", "meta"]
  }
}

/** What a failure leaves: nothing, or the word that a part may be done. */
const failed = [{ type: "null" }, { type: "object", required: ["partial"] }] as const

/** A schema inside another one: what it refers to by `#` is its own. */
function standingAlone(name: string, { $schema: _dialect, ...schema }: JsonObject): JsonObject {
  const refers = JSON.stringify(schema).includes('"$ref":"#')
  return refers && schema["$id"] === undefined ? { $id: `urn:tool:${name}`, ...schema } : schema
}
