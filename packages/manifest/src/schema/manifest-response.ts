import * as Schema from "effect/Schema"
import { CommandEntry } from "./command-entry.ts"
import { DependencyEntry } from "./declared-parts.ts"
import { ExitCodes } from "./exit-code-entry.ts"
import { text, textLike, texts } from "./fields.ts"
import { EnvVarEntry, RootFlags } from "./parameters.ts"
import { ruleBetween } from "./rule-between.ts"

/**
 * Every command, flag and exit of a tool in one document, as an Effect Schema (ManifestResponse 3.21).
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { ManifestResponse } from "@byhand/manifest/schema"
 *
 * const manifest = { schema_version: "3.21", framework_version: "2.5.0", etag: "sha256:0", commands: {} }
 * console.log(Schema.is(ManifestResponse)(manifest)) // true
 * ```
 */
export const ManifestResponse = Schema.Struct({
  schema_version: textLike(/^3\.(0|[1-9][0-9]*)$/, "a version 3.MINOR"),
  framework_version: text,
  etag: text,
  commands: Schema.Record(Schema.String, CommandEntry),
  dependencies: Schema.optionalKey(Schema.Array(DependencyEntry)),
  flags: Schema.optionalKey(RootFlags),
  exit_codes: Schema.optionalKey(ExitCodes),
  env_vars: Schema.optionalKey(
    Schema.Array(EnvVarEntry.check(ruleBetween({ needs: ["description"] }))).check(Schema.isMinLength(1))
  ),
  secret_env_vars: Schema.optionalKey(texts)
}).annotate({ identifier: "ManifestResponse" })

export type ManifestResponse = typeof ManifestResponse.Type
