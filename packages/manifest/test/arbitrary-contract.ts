import * as fc from "fast-check"
import { isMembers, mutated, type Members, mutations } from "./mutation.ts"

type Json = unknown

/** Ten of one to one of the other. */
function mostly<T, U>(often: fc.Arbitrary<T>, seldom: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ arbitrary: often, weight: 10 }, { arbitrary: seldom, weight: 1 })
}

const names = fc.constantFrom("a", "b", "yes", "confirm", "id")
const nameLists = fc.array(names, { maxLength: 3 })
const schema = fc.constantFrom({}, { type: "object" })
const truth = fc.boolean()
const errorCodes = fc.subarray(["NOT_FOUND", "E1", "PERSON_REQUIRED", "ATTESTATION_MISMATCH"])
const usual = fc.record(
  {
    name: fc.constant("DONE"),
    description: names,
    retryable: fc.constant(false),
    side_effects: fc.constant("none")
  },
  { requiredKeys: ["description", "retryable", "side_effects"] }
)
const unusual = fc.record({
  description: names,
  retryable: truth,
  side_effects: fc.constantFrom("none", "partial", "complete"),
  error_codes: errorCodes
})
const exit = mostly(usual, unusual)
const precondition = fc.record({
  description: names,
  retryable: fc.constant(false),
  side_effects: fc.constant("none"),
  error_codes: fc.constant(["PERSON_REQUIRED", "ATTESTATION_MISMATCH"])
})
const success = fc.record({
  description: names,
  retryable: fc.constant(false),
  side_effects: fc.constant("complete")
})
const exits = fc
  .tuple(
    fc.record({ "0": mostly(success, unusual) }, { requiredKeys: ["0"] }),
    fc.record({ "4": mostly(precondition, exit), "14": usual, "80": exit }),
    fc.subarray(["4", "4", "14", "80"]),
    mostly(fc.constant({}), fc.record({ "130": exit, "200": exit, "04": exit }, { requiredKeys: [] }))
  )
  .map(([first, others, kept, odd]): Members => ({
    ...first,
    ...Object.fromEntries(Object.entries(others).filter(([code]) => kept.includes(code))),
    ...odd
  }))
const rule = fc.oneof(
  fc.record({ if_flag: names, if_value: truth, then_required: nameLists }),
  fc.record({ if_flag: names, prohibited: nameLists }),
  fc.record({ if_flag: names, target_flag: names, default: truth }),
  fc.record({ any_of: fc.uniqueArray(names, { minLength: 2 }) }),
  fc.record({ one_of: fc.uniqueArray(names, { minLength: 2 }) })
)
const stdin = mostly(
  fc.constantFrom(
    { mode: "buffered", max_bytes: 9 },
    { mode: "lines", max_line_bytes: 9 },
    { mode: "records", record_schema: {} }
  ),
  fc.record(
    {
      mode: fc.constantFrom("buffered", "lines", "records"),
      max_bytes: fc.nat(2),
      max_line_bytes: fc.nat(2),
      record_schema: schema
    },
    { requiredKeys: [] }
  )
)
const sideEffect = mostly(
  fc.constantFrom({ path: "a", type: "cache", ttl_seconds: 0 }, { path: "a", type: "output" }),
  fc.record(
    { path: names, type: fc.constantFrom("cache", "output"), ttl_seconds: fc.nat(), clearable_with: names },
    { requiredKeys: ["path", "type"] }
  )
)

/** Every field of a contract, mostly as the schema wants it. */
const fields = {
  danger_level: fc.constantFrom("safe", "mutating", "destructive"),
  required_scopes: nameLists,
  exit_codes: exits,
  idempotent: truth,
  output_schema: schema,
  output_formats: nameLists,
  output_media_types: mostly(
    fc.constant({ json: "application/json" }),
    fc.constantFrom({ json: "JSON" }, {}, { "": "a/b" })
  ),
  builtin: truth,
  output_file: fc.constantFrom("formatted", "binary", "handler", "envelope"),
  output_file_base: fc.constantFrom("cwd", "project_root", "resource"),
  stdin,
  arguments: fc.constantFrom("declared", "passthrough"),
  help_argv: mostly(fc.constant(["--help"]), fc.constantFrom([], [""])),
  stderr: fc.constant("child_log"),
  stdout: fc.constant("protocol"),
  protocol: mostly(fc.constant("mcp-stdio"), fc.constantFrom("MCP", "a--b")),
  mcp: fc.constant(false),
  option_placement: fc.constantFrom("any", "strict"),
  interactive: truth,
  requires_person: fc.constant(true),
  has_network_io: truth,
  steps: nameLists,
  spawns_background_process: truth,
  cleanup_command: names,
  max_lifetime_seconds: mostly(fc.constant(60), fc.nat(1)),
  filesystem_side_effects: fc.array(sideEffect, { maxLength: 2 }),
  secret_env_vars: nameLists,
  platform: nameLists,
  required_tools: mostly(fc.constantFrom({}, { git: "*" }), fc.constant({ git: 2 })),
  subprocess: fc.record(
    { binary: names, user_controlled_args: nameLists, hardcoded_args: nameLists },
    { requiredKeys: ["binary"] }
  ),
  headless_supported: truth,
  token_env_vars: nameLists,
  async: truth,
  job_descriptor_schema: schema,
  interruption: fc.record(
    {
      detach: truth,
      resume: truth,
      idle_timeout_ms: mostly(fc.constant(9), fc.nat(1)),
      max_lifetime_ms: mostly(fc.constant(9), fc.nat(1))
    },
    { requiredKeys: ["detach", "resume"] }
  ),
  requires_editor: truth,
  non_interactive_alternatives: nameLists,
  gui_operations: nameLists,
  headless_behavior: fc.constantFrom("emit_in_output", "skip", "error"),
  config_write_scope: fc.constantFrom("local", "global", "session"),
  requires: fc.array(rule, { maxLength: 2 }),
  streaming_default: truth,
  safe_default: truth,
  confirm_flag: mostly(fc.constantFrom("confirm", "confirm-destructive"), fc.constantFrom("yes", "-x", ""))
}

const required = ["danger_level", "required_scopes", "exit_codes"]

/** A contract of few fields (often valid), of all of them (rarely valid), or of a person-only command. */
const contract = fc
  .tuple(
    fc.record(fields),
    fc.oneof(fc.constant([]), fc.subarray(Object.keys(fields), { maxLength: 8 })),
    fc.constantFrom("few", "few", "person", "all")
  )
  .map(([all, some, kind]): Members => {
    const kept = kind === "all" ? Object.keys(all) : [...required, ...some]
    const chosen = Object.fromEntries(Object.entries(all).filter(([name]) => kept.includes(name)))
    return kind === "person" ? { ...chosen, interactive: true, mcp: false, requires_person: true } : chosen
  })

const flag = fc.record(
  {
    type: fc.constantFrom("string", "integer", "number", "boolean", "array", "enum", "object"),
    required: truth,
    description: names,
    default: fc.constantFrom(null, true, "a"),
    enum_values: fc.constantFrom(["a"], [1, 2], [1.5], ["a", 1], []),
    short: fc.constantFrom("a", "h", "", "é", "😀", "ab"),
    pattern: names,
    pattern_type: fc.constantFrom("uuid", "semver"),
    env_vars: fc.constantFrom([{ name: "A" }], [], [{ name: "1" }], [{ name: "A", deprecated: true }]),
    schema,
    media_types: fc.constant({ json: "application/json" })
  },
  { requiredKeys: ["type", "required", "description"] }
)
const plainFlag = fc.record(
  {
    type: fc.constantFrom("string", "boolean"),
    required: truth,
    description: names,
    short: fc.constantFrom("a", "b")
  },
  { requiredKeys: ["type", "required", "description"] }
)
const flags = fc.dictionary(
  mostly(fc.constantFrom("yes", "confirm", "confirm-destructive", "id"), fc.constantFrom("format", "-x")),
  mostly(plainFlag, flag),
  { maxKeys: 3 }
)
const positional = fc.record(
  {
    name: mostly(fc.constantFrom("id", "target"), fc.constant("Id")),
    type: mostly(fc.constantFrom("string", "number"), fc.constantFrom("integer", "enum")),
    required: truth,
    description: names,
    enum_values: mostly(fc.constant(["a"]), fc.constantFrom([1], [])),
    variadic: truth
  },
  { requiredKeys: ["name", "type", "required", "description"] }
)

export interface Candidate {
  readonly contract: Members
  readonly flags: Json
  readonly positionals: Json
}

/** A contract with its command's parameters: generated, and then broken in up to three places. */
export const candidate: fc.Arbitrary<Candidate> = fc
  .tuple(
    fc.record({ contract, flags, positionals: fc.array(positional, { maxLength: 2 }) }),
    mutations([...Object.keys(fields), "resumable", "04", "x"])
  )
  .map(([whole, changes]) => {
    const changed = mutated(whole, changes)
    const found = (isMembers(changed) ? changed : {}) as Partial<Candidate>
    return {
      contract: isMembers(found.contract) ? found.contract : {},
      flags: found.flags ?? {},
      positionals: found.positionals ?? []
    }
  })
