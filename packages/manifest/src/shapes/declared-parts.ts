import { demand, forbid } from "../demand.ts"
import { mismatch } from "../finding.ts"
import { memberOf } from "../json.ts"
import { oneOfRecords, record } from "./record.ts"
import { anything, choice, integerFrom, listOf, schemaObject, text, truthValue } from "./shape.ts"

const names = listOf(text)
const severalNames = listOf(text, { least: 2, unique: true })

const foreignToMode: ReadonlyMap<unknown, readonly string[]> = new Map([
  ["buffered", ["max_line_bytes", "record_schema"]],
  ["lines", ["max_bytes", "record_schema"]],
  ["records", ["max_bytes"]]
])

/** What a command reads from stdin; every mode has limits of its own. */
export const stdinDeclaration = record({
  expected: "what the command reads from stdin",
  example: '{ mode: "buffered" }',
  required: ["mode"],
  members: {
    mode: choice("buffered", "lines", "records"),
    max_bytes: integerFrom(1),
    max_line_bytes: integerFrom(1),
    record_schema: schemaObject
  },
  among: (value, path) => {
    const mode = memberOf(value, "mode")
    const foreign = foreignToMode.get(mode) ?? []
    return [
      ...foreign.flatMap((name) =>
        forbid(value, path, name, `no ${name} in the mode ${JSON.stringify(mode)}`)
      ),
      ...(mode === "records"
        ? demand(value, path, "record_schema", "the schema of one record", '{ "type": "object" }')
        : [])
    ]
  }
})

/** How work survives the caller's budget. */
export const interruptionDeclaration = record({
  expected: "how the work survives the caller's budget",
  example: "{ detach: true, resume: false }",
  required: ["detach", "resume"],
  members: {
    detach: truthValue,
    resume: truthValue,
    idle_timeout_ms: integerFrom(1),
    max_lifetime_ms: integerFrom(1)
  },
  among: (value, path) =>
    memberOf(value, "detach") === false && memberOf(value, "resume") === false
      ? [mismatch(path, value, "detach or resume to be true", "{ detach: true, resume: false }")]
      : []
})

/** A file or folder that a command writes besides its result. */
export const filesystemSideEffect = record({
  expected: "a file or folder the command writes",
  example: '{ path: "~/.cache/council", type: "cache" }',
  required: ["path", "type"],
  members: {
    path: text,
    type: choice("cache", "log", "temp", "credential", "config", "output"),
    ttl_seconds: integerFrom(0),
    clearable_with: text
  },
  among: (value, path) =>
    memberOf(value, "type") === "output"
      ? ["ttl_seconds", "clearable_with"].flatMap((name) =>
          forbid(value, path, name, `no ${name} on an output`)
        )
      : []
})

/** A program that a command starts. */
export const subprocessDeclaration = record({
  expected: "the program the command starts",
  example: '{ binary: "git" }',
  required: ["binary"],
  members: { binary: text, user_controlled_args: names, hardcoded_args: names }
})

const rule = { expected: "a rule between options", example: '{ one_of: ["all", "id"] }' }

/** How options depend on each other. */
export const conditionalRule = oneOfRecords(
  "a rule between options: if_flag with if_value and then_required, or with prohibited, or with target_flag and default; or any_of; or one_of",
  [
    { ...rule, required: ["one_of"], members: { one_of: severalNames } },
    { ...rule, required: ["any_of"], members: { any_of: severalNames } },
    { ...rule, required: ["if_flag", "prohibited"], members: { if_flag: text, prohibited: names } },
    {
      ...rule,
      required: ["if_flag", "if_value", "then_required"],
      members: { if_flag: text, if_value: anything, then_required: names }
    },
    {
      ...rule,
      required: ["if_flag", "target_flag", "default"],
      members: { if_flag: text, target_flag: text, default: anything }
    }
  ]
)
