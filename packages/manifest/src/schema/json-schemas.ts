import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { ExitCodeEntry } from "./exit-code-entry.ts"
import { ManifestResponse } from "./manifest-response.ts"
import { ResponseEnvelope } from "./response-envelope.ts"

/**
 * The published JSON Schemas (draft-07), the rules between fields included.
 *
 * @returns each schema by the name of its file in the package's `schemas` folder. It never throws.
 *
 * Requirement: REQ-O-041, REQ-F-004, REQ-C-001
 *
 * @example
 * ```ts
 * import { jsonSchemas } from "@byhand/manifest/schema"
 *
 * console.log(Object.keys(jsonSchemas()).join(" ")) // exit-code-entry.json manifest-response.json response-envelope.json
 * ```
 */
export function jsonSchemas(): Readonly<Record<string, object>> {
  return {
    "exit-code-entry.json": draft07(ExitCodeEntry, "What one exit code of a command means (contract 1.1)"),
    "manifest-response.json": draft07(
      ManifestResponse,
      "Every command, flag and exit of a tool in one document (contract 3.21)"
    ),
    "response-envelope.json": draft07(
      ResponseEnvelope,
      "The one document that a command writes in JSON mode (contract 2.4)"
    )
  }
}

function draft07(described: Schema.Constraint, description: string): object {
  const { schema, definitions } = JsonSchema.toDocumentDraft07(
    Schema.toJsonSchemaDocument(described, { onExcessProperty: "error" })
  )
  return { $schema: JsonSchema.META_SCHEMA_URI_DRAFT_07, description, ...schema, definitions }
}
