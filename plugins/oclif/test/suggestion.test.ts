import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Home,
  InstalledCouncil,
  onlyDocument
} from "../../../examples/council/test/support/installed-council.ts"
import { coreOf } from "./support/core-of.ts"
import { type End, endsOf } from "./support/ends-of.ts"
import { fixtureHost } from "./support/fixture-host.ts"
import type { GateHost } from "./support/gate-host.ts"

/** Words that a shell would take apart, and that can be shown: quoted, they come out of it as they went in. */
const quotable = ["D 42", "it's", 'say "hi"', "", "*", "a;b&&c|d", "<in>out", "#no", "~", "ué漢", "D-42"]

/** Words that must not be shown, because they are a way round, or because a person cannot see what they are. */
const hidden = {
  "an option": ["--", "--yes"],
  "a short option": ["--", "-y"],
  "an option in the middle": ["D-1 --force"],
  "an assignment": ["COUNCIL_YES=1"],
  "a variable": ["$ANSWER"],
  "a command in backticks": ["`id`"],
  "an escape sequence": ["a\u001B[31mb"],
  "a line break": ["a\nb"],
  "text that runs backwards": ["a\u202Eb"],
  "a space that is none": ["a\u00A0b"],
  "a word too long to read": ["x".repeat(201)]
}
const cannotBeShown = ", with the arguments of this call that cannot be shown here"

/** What else is said of a call. */
const also: readonly (readonly [args: readonly string[], suggestion: string])[] = [
  [
    ["many", "D-1", "X=1", "D-2"],
    `Ask a person to run \`described many D-1\` in their own terminal${cannotBeShown}`
  ],
  [
    ["plain", "D-1", "--region", "eu"],
    "Ask a person to run `described plain D-1` in their own terminal with the same options as this call"
  ],
  [
    ["plain", "-r", "eu", "--", "--yes"],
    "Ask a person to run `described plain` in their own terminal with the same options as this call, and with the arguments of this call that cannot be shown here"
  ],
  [["plain", "D-1", "--yes"], "Ask a person to run `described plain D-1` in their own terminal"],
  [
    ["plain", "D-1", "--non-interactive", "--confirm-destructive"],
    "Ask a person to run `described plain D-1` in their own terminal"
  ]
]

describe.each([4, 5] as const)("the suggestion of a refusal in oclif %i", (major) => {
  let host: GateHost
  let ends: readonly End[]
  beforeAll(async () => {
    host = fixtureHost(major, "described-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    const calls = Object.values(hidden).map((words) => ["plain", ...words])
    ends = await endsOf(host, [...calls, ...also.map(([args]) => args)])
  })
  afterAll(() => host?.remove())

  async function suggested(...args: string[]): Promise<string> {
    const run = await host.offTerminal(args, { entry: "launched" })
    const { error } = onlyDocument(run.stdout, 4)
    expect([error?.code, run.deeds, run.stderr]).toEqual(["PERSON_REQUIRED", [], ""])
    return error?.suggestion ?? ""
  }

  it("is a command that a shell splits into the words of the call, and has no options that answer nothing", async () => {
    const suggestion = await suggested("--format", "json", "many", "--yes", ...quotable)
    const command = /^Ask a person to run `(.*)` in their own terminal$/s.exec(suggestion)?.[1] ?? ""
    const printed = await runPiped(["/bin/sh", "-c", `printf '%s\\0' ${command}`])
    expect(printed.stdout.split("\0").slice(0, -1)).toEqual(["described", "many", ...quotable])
  })

  it.each(Object.keys(hidden).map((what, at) => ({ what, at })))(
    "leaves out $what, and says so",
    ({ at }) => {
      expect(ends[at]).toMatchObject({
        exit: 4,
        code: "PERSON_REQUIRED",
        suggestion: `Ask a person to run \`described plain\` in their own terminal${cannotBeShown}`,
        deeds: []
      })
    }
  )

  it.each(also.map(([args, suggestion], at) => ({ line: args.join(" "), suggestion, at })))(
    "shows what stands before a word that it leaves out, and says of options that they belong to the call, unless they answer nothing: $line",
    ({ suggestion, at }) => {
      const end = ends[Object.keys(hidden).length + at]
      expect(end).toMatchObject({ exit: 4, code: "PERSON_REQUIRED", suggestion, deeds: [] })
    }
  )
})

// The options of council's own commands, which are the confirmations of a gate.
describe("the suggestion of a refusal of council", () => {
  let council: InstalledCouncil
  let home: Home
  beforeAll(async () => {
    council = new InstalledCouncil(5)
    home = await council.home()
  })
  afterAll(() => council?.remove())

  it("says that the confirmations of the call belong to it, and names none", async () => {
    const { envelope } = await home.agent("decisions", "publish", "D-1", "--confirm")
    expect(envelope.error?.suggestion).toMatch(
      /`council decisions publish D-1` .* same options as this call$/
    )
    const revoke = await home.agent("decisions", "revoke", "D-1", "--confirm-destructive")
    expect(revoke.envelope.error?.suggestion).toMatch(/with the same options as this call$/)
  })
})
