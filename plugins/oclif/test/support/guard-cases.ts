/** What an author did with a guarded class, and how a call of it ends. */
export interface GuardCase {
  /** What the author did, as the test's name. */
  readonly what: string
  readonly args: readonly string[]
  /** How it ends for an agent; left out when nothing was person-only about the call. */
  readonly off: { readonly exit: number; readonly code: string }
  /**
   * How the process ends is the point, so it is one of its own: off a terminal beside the one oclif and at one beside the other,
   * or, where each oclif does it in its own way, both beside both. The others share a process.
   */
  readonly ends?: "alike" | "by oclif"
  /** How it ends at a terminal, where a person types the answers. */
  readonly on: {
    readonly answers?: readonly string[]
    readonly exit: number
    readonly deeds: readonly string[]
    readonly says?: RegExp
  }
}

const person = { exit: 4, code: "PERSON_REQUIRED" }
const invalid = { exit: 1, code: "INVALID_DECLARATION" }
const typed = ["D-1"]
const plain = { answers: typed, exit: 0, deeds: ["plain D-1"] }

export const guardCases: readonly GuardCase[] = [
  { what: "its own run", args: ["plain", "D-1"], off: person, on: plain },
  { what: "an alias", ends: "alike", args: ["ordinary", "D-1"], off: person, on: plain },
  {
    what: "a run at the second level that calls super.run()",
    args: ["level-two", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["two", "plain D-1"] }
  },
  {
    what: "a run at the third level that calls super.run()",
    args: ["level-three", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["three", "two", "plain D-1"] }
  },
  {
    what: "a run of its own at the third level",
    args: ["own-three", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["own three"] }
  },
  {
    what: "the static run, called by another command",
    ends: "alike",
    args: ["calls-static", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "new X(argv, config).run(), called by another command",
    args: ["calls-instance", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "X.prototype.run.call(new X(…)), called by another command",
    args: ["calls-prototype", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "config.runCommand(), called by another command",
    args: ["calls-config", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "X.prototype.run.call() of an object that was never constructed",
    args: ["calls-impostor", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /without having been constructed/ }
  },
  {
    what: "run as a class field",
    ends: "alike",
    args: ["field-run", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /sets `run` as a class field or by\s+assignment.*async run\(\)/s }
  },
  {
    what: "run assigned in the constructor",
    args: ["assigned-run", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /sets `run` as a class field or by\s+assignment/s }
  },
  {
    what: "a catch that swallows everything",
    ends: "alike",
    args: ["swallowing-catch", "D-1"],
    off: person,
    on: plain
  },
  { what: "an init of its own", args: ["own-init", "D-1"], off: person, on: plain },
  {
    what: "a finally that throws",
    ends: "alike",
    args: ["throwing-finally", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "a _run that swallows everything",
    ends: "alike",
    args: ["swallowing-lifecycle", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "a parse of its own",
    args: ["own-parse", "d-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["plain D-1"] }
  },
  {
    what: "a base class whose init() parses: parsed once, and the same arguments everywhere",
    args: ["parsing-init", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["parsing true"] }
  },
  {
    what: "baseFlags of its own: the gate's flags are still understood",
    args: ["own-base-flags", "D-1", "--region", "eu", "--yes"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["region eu"] }
  },
  {
    what: "an argument whose parser throws",
    ends: "alike",
    args: ["throwing-argument", "D-1"],
    off: { exit: 2, code: "INVALID_ARGUMENTS" },
    on: { exit: 2, deeds: [], says: /no such identifier format/ }
  },
  {
    what: "an argument too many",
    args: ["plain", "D-1", "D-2"],
    off: { exit: 2, code: "INVALID_ARGUMENTS" },
    on: { exit: 2, deeds: [], says: /Unexpected argument: D-2/ }
  },
  {
    what: "an attestation() that throws",
    args: ["throwing-attestation", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /attestation\(\) threw:\s+cannot read the register/ }
  },
  {
    what: "an attestation() that throws a typed error: its exit is kept",
    args: ["missing-subject", "D-1"],
    off: person,
    on: { exit: 5, deeds: [], says: /There is no D-1/ }
  },
  {
    what: "an attestation() that returns nonsense",
    args: ["nonsense-attestation", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /cannot be asked/ }
  },
  {
    what: "no attestation() at all: the whole call is the question",
    args: ["no-attestation"],
    off: person,
    on: {
      answers: ["no-attestation"],
      exit: 0,
      deeds: ["no attestation"],
      says: /Run this command\?.*gate no-attestation/s
    }
  },
  {
    what: "an attestation() that calls run()",
    args: ["attesting-runs", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /calls run\(\)/ }
  },
  {
    what: "a preview() that calls super.run()",
    args: ["previewing-runs", "D-1"],
    off: { exit: 1, code: "ATTESTATION_FAILED" },
    on: { exit: 1, deeds: [], says: /calls run\(\)/ }
  },
  {
    what: "two asks at once: one after the other",
    ends: "alike",
    args: ["two-at-once"],
    off: person,
    on: { answers: ["one", "two"], exit: 0, deeds: ["plain one", "plain two"] }
  },
  {
    what: "two asks at once, the first interrupted: neither runs",
    args: ["two-at-once"],
    off: person,
    on: { answers: ["\u0003"], exit: 130, deeds: [] }
  },
  {
    what: "oclif's own --json, which on oclif 4 makes every error exit 1",
    ends: "by oclif",
    args: ["host-json", "D-1", "--json"],
    off: person,
    on: { answers: ["D-2"], exit: 4, deeds: [] }
  },
  {
    what: "oclif's own --json, and a handler that fails with its own exit code",
    ends: "by oclif",
    args: ["failing-handler", "D-1", "--json"],
    off: person,
    on: { answers: typed, exit: 7, deeds: [] }
  },
  {
    what: "a class of its own base class, guarded by personOnly()",
    args: ["own-base-class", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["accept D-1 D-1", "the shared run of the host's base class"] }
  },
  {
    what: "a contract that does not declare requires_person",
    ends: "alike",
    args: ["undeclared", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /does not declare requires_person: true/ }
  }
]
