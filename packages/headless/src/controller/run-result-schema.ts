import * as JsonSchema from "effect/JsonSchema"
import * as Schema from "effect/Schema"
import { RunResult } from "./run-result.ts"

/** The published schema of a run's result, draft-07. */
export function runResultSchema(): object {
  const { schema, definitions } = JsonSchema.toDocumentDraft07(Schema.toJsonSchemaDocument(RunResult))
  return {
    $schema: JsonSchema.META_SCHEMA_URI_DRAFT_07,
    title: "RunResult",
    description: "What a run says at its end: the data of its envelope",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { definitions })
  }
}
