import fc from "fast-check"

/** One call of the CLI in fixtures/fuzz-cli. */
export interface FuzzCase {
  readonly argv: readonly string[]
  readonly contract?: object
  readonly noise?: string
  readonly end: string
  readonly parses?: boolean
  readonly hook?: { readonly event: string; readonly noise?: string; readonly end: string }
}

// The names that fixtures/fuzz-cli/lib/ways.js gives them; a test compares the two.
export const ends = [
  "undefined",
  "null",
  "zero",
  "nan",
  "big",
  "false",
  "empty-text",
  "text",
  "half-a-character",
  "list",
  "date",
  "invalid",
  "map",
  "circular",
  "getter",
  "to-json",
  "proxy",
  "no-prototype",
  "deep",
  "long",
  "exit-0",
  "exit-3",
  "exit-300",
  "error",
  "error-4",
  "error-77",
  "typed",
  "typed-2",
  "exit-code",
  "throws-text",
  "throws-undefined",
  "throws-frozen",
  "throws-proxy",
  "throws-no-message",
  "cause-loop",
  "later"
] as const
export const processEnds = [
  "process-exit-0",
  "process-exit-5",
  "process-exit-300",
  "rejection",
  "crash",
  "never"
] as const
export const noises = ["log", "console", "write", "warn"] as const

const words = [
  "act",
  "topic",
  "topic:act",
  "nonsense",
  "help",
  "D-1",
  "7",
  "",
  "é",
  "a b",
  "--",
  "-",
  "--format",
  "json",
  "--format=json",
  "--format=xml",
  "--non-interactive",
  "--schema",
  "--output-schema",
  "--help",
  "-h",
  "--version",
  "-V",
  "--yes",
  "--confirm-destructive",
  "--dry-run",
  "--live",
  "--idempotency-key",
  "k",
  "--timeout",
  "1s",
  "--no-stream",
  "--count",
  "-c",
  "3",
  "9",
  "--region",
  "eu",
  "mars",
  "-q",
  "--no-quiet",
  "--quite",
  "-qc",
  "--json",
  "--id=1",
  "\u001b[31m"
]

const exits = {
  "0": { description: "Done", retryable: false, side_effects: "complete" },
  "5": { description: "None", retryable: false, side_effects: "none", error_codes: ["OTHER"] }
}

const contract = fc.oneof(
  fc.constant(undefined),
  fc.record(
    {
      danger_level: fc.constantFrom("safe", "mutating", "destructive", "dangerous"),
      required_scopes: fc.constantFrom([], ["a:b"]),
      exit_codes: fc.constantFrom(exits, {}, "none"),
      interactive: fc.boolean(),
      safe_default: fc.boolean(),
      has_network_io: fc.boolean(),
      streaming_default: fc.boolean(),
      confirm_flag: fc.constantFrom("quiet", "missing")
    },
    { requiredKeys: ["danger_level"] }
  )
)

const wayTo = (end: fc.Arbitrary<string>): fc.Arbitrary<FuzzCase> =>
  fc.record(
    {
      argv: fc
        .tuple(
          fc.array(fc.constantFrom(...words), { maxLength: 2 }),
          fc.constantFrom(["act"], ["topic", "act"], []),
          fc.array(fc.constantFrom(...words), { maxLength: 4 })
        )
        .map((parts) => parts.flat()),
      contract: contract as fc.Arbitrary<object>,
      noise: fc.constantFrom(...noises),
      end,
      parses: fc.boolean(),
      hook: fc.record({
        event: fc.constantFrom("init", "prerun", "postrun", "finally"),
        noise: fc.constantFrom(...noises),
        end: fc.constantFrom(...ends)
      })
    },
    { requiredKeys: ["argv", "end"] }
  )

/** A call that another one may follow in the same process. */
export const callInProcess = wayTo(fc.constantFrom(...ends))

/** A call that may end the process in any way. */
export const callAsProcess = wayTo(fc.constantFrom(...ends, ...processEnds))
