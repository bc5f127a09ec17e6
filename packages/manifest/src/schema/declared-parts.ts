import * as Schema from "effect/Schema"
import { anyObject, severalTexts, text, texts, wholeFrom } from "./fields.ts"
import { ruleBetween } from "./rule-between.ts"

/** What a command reads from stdin. REQ-O-041 */
export const StdinDeclaration = Schema.Struct({
  mode: Schema.Literals(["buffered", "lines", "records"]),
  max_bytes: Schema.optionalKey(wholeFrom(1)),
  max_line_bytes: Schema.optionalKey(wholeFrom(1)),
  record_schema: Schema.optionalKey(anyObject)
})
  .check(
    ruleBetween({ when: { mode: ["buffered"] }, without: { max_line_bytes: "any", record_schema: "any" } }),
    ruleBetween({ when: { mode: ["lines"] }, without: { max_bytes: "any", record_schema: "any" } }),
    ruleBetween({ when: { mode: ["records"] }, needs: ["record_schema"], without: { max_bytes: "any" } })
  )
  .annotate({ identifier: "StdinDeclaration" })

/** How work survives the caller's budget. REQ-C-033 */
export const InterruptionDeclaration = Schema.Struct({
  detach: Schema.Boolean,
  resume: Schema.Boolean,
  idle_timeout_ms: Schema.optionalKey(wholeFrom(1)),
  max_lifetime_ms: Schema.optionalKey(wholeFrom(1))
})
  .check(ruleBetween({ when: { detach: [false] }, only: { resume: [true] } }))
  .annotate({ identifier: "InterruptionDeclaration" })

/** A file or folder that a command writes besides its result. REQ-C-011 */
export const FilesystemSideEffect = Schema.Struct({
  path: text,
  type: Schema.Literals(["cache", "log", "temp", "credential", "config", "output"]),
  ttl_seconds: Schema.optionalKey(wholeFrom(0)),
  clearable_with: Schema.optionalKey(text)
})
  .check(ruleBetween({ when: { type: ["output"] }, without: { ttl_seconds: "any", clearable_with: "any" } }))
  .annotate({ identifier: "FilesystemSideEffect" })

/** A program that a command starts. REQ-O-041 */
export const SubprocessDeclaration = Schema.Struct({
  binary: text,
  user_controlled_args: Schema.optionalKey(texts),
  hardcoded_args: Schema.optionalKey(texts)
}).annotate({ identifier: "SubprocessDeclaration" })

/** How options depend on each other. REQ-C-026 */
export const ConditionalRule = Schema.Union([
  Schema.Struct({ if_flag: text, if_value: Schema.Json, then_required: texts }),
  Schema.Struct({ if_flag: text, prohibited: texts }),
  Schema.Struct({ if_flag: text, target_flag: text, default: Schema.Json }),
  Schema.Struct({ any_of: severalTexts }),
  Schema.Struct({ one_of: severalTexts })
]).annotate({ identifier: "ConditionalRule" })

/** A program that must be installed. REQ-O-041 */
export const DependencyEntry = Schema.Struct({
  name: text,
  check_command: text,
  version_regex: Schema.optionalKey(text),
  min_version: text,
  fix_command: Schema.optionalKey(text)
}).annotate({ identifier: "DependencyEntry" })
