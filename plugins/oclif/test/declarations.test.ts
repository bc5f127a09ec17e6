import { runPiped } from "@byhand/conformance"
import { commandEntry, type CommandContract } from "@byhand/manifest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../examples/council/test/support/installed-council.ts"
import { entrySchema, manifestSchema } from "../../../packages/manifest/test/manifest-schema.ts"
import { broken, good } from "./fixtures/declarations-cli/contracts.js"
import { coreOf } from "./support/core-of.ts"
import { endsAtTerminal, type TerminalEnd } from "./support/ends-at-terminal.ts"
import { type End, endsOf } from "./support/ends-of.ts"
import { fixtureHost } from "./support/fixture-host.ts"
import type { GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"

interface Case {
  /** The command of the fixture. */
  readonly command: string
  /** The rule that refuses it, and what the fix says. */
  readonly rule: string
  readonly fix: RegExp
  /** The published schema can say the same. */
  readonly schema?: true
}

const precondition = "person-precondition"
const cases: readonly Case[] = [
  { command: "no-interactive", rule: "person-interactive", fix: /Write `interactive: true`/, schema: true },
  {
    command: "interactive-false",
    rule: "person-interactive",
    fix: /Write `interactive: true`/,
    schema: true
  },
  { command: "no-mcp", rule: "person-mcp", fix: /Write `mcp: false`/, schema: true },
  { command: "mcp-true", rule: "person-mcp", fix: /Write `mcp: false`/, schema: true },
  {
    command: "requires-person-false",
    rule: "person-only-declares",
    fix: /Write `static contract = personContract/,
    schema: true
  },
  {
    command: "requires-person-text",
    rule: "requires-person",
    fix: /Write `requires_person: true`/,
    schema: true
  },
  { command: "no-exit-4", rule: precondition, fix: /Write `4: .*PERSON_REQUIRED.*ATTESTATION_MISMATCH/ },
  { command: "exit-4-no-codes", rule: precondition, fix: /Write `error_codes: \["PERSON_REQUIRED","ATT/ },
  { command: "exit-4-one-code", rule: precondition, fix: /Write `error_codes: \["PERSON_REQUIRED","ATT/ },
  { command: "exit-4-retryable", rule: precondition, fix: /Write `retryable: false`/ },
  { command: "exit-4-side-effects", rule: precondition, fix: /Write `side_effects: "none"`/ },
  { command: "person-code-elsewhere", rule: "person-codes-elsewhere", fix: /Remove element 0/ },
  { command: "no-exit-0", rule: "exit-success", fix: /Write `0: / },
  { command: "long-description", rule: "exit-codes", fix: /Write `description: /, schema: true },
  {
    command: "retryable-after-effects",
    rule: "exit-retryable",
    fix: /Write `side_effects: "none"`/,
    schema: true
  },
  { command: "exit-of-the-shell", rule: "exit-range", fix: /Remove `127`/ },
  { command: "passthrough", rule: "person-route", fix: /Remove `arguments`/ },
  { command: "resumable", rule: "person-route", fix: /Remove `interruption`/ },
  { command: "asynchronous", rule: "person-route", fix: /Remove `async`/ },
  { command: "reads-stdin", rule: "person-route", fix: /Remove `stdin`/ },
  { command: "confirm-yes", rule: "person-confirm-flag", fix: /Write `confirm_flag: "confirm"`/ },
  { command: "confirm-undeclared", rule: "confirm-flag-declared", fix: /Remove `confirm_flag`/ },
  { command: "confirm-with-value", rule: "confirm-flag-declared", fix: /Remove `confirm_flag`/ },
  {
    command: "confirm-beside-destructive",
    rule: "confirm-flag-destructive",
    fix: /Write `confirm_flag: "confirm-destructive"`/
  },
  { command: "no-danger-level", rule: "danger-level", fix: /Write `danger_level: /, schema: true },
  { command: "unknown-key", rule: "contract-field-unknown", fix: /Remove `person_required`/, schema: true },
  { command: "getter", rule: "declaration-getter", fix: /Write `static contract = \{/ },
  { command: "text", rule: "declaration-not-an-object", fix: /Write `static contract = \{/ },
  { command: "hidden", rule: "declaration-hidden", fix: /give the contract a value/ },
  { command: "holds-a-map", rule: "contract-not-json", fix: /a plain object at \/exit_codes/ },
  { command: "top-level", rule: "declaration-top-level", fix: /Remove `static requiresPerson`/ },
  { command: "top-level-too", rule: "declaration-top-level", fix: /Remove `static requires_person`/ },
  { command: "contradicts", rule: "person-interactive", fix: /Write `interactive: true`/ },
  { command: "no-contract", rule: "person-only-declares", fix: /Write `static contract = personContract/ },
  { command: "mixed", rule: "person-mcp", fix: /Write `mcp: false`/ }
]

const call = (command: string) => (command === "mixed" ? [command] : [command, "D-1"])
/** What is in order: it runs, off a terminal and at one. */
const inOrder = [["ordinary"], ["careless"]]
// oclif breaks its lines where the terminal ends, within a word too.
const unbroken = (text: string) => text.replaceAll(/[ ›\n]+/g, "")

interface Problem {
  readonly rule: string
  readonly message: string
  readonly fix: string
}

describe.each([4, 5] as const)("a bad declaration in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = fixtureHost(major, "declarations-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
  })
  afterAll(() => host?.remove())

  describe("off a terminal", () => {
    let ends: readonly End[]
    beforeAll(async () => {
      ends = await endsOf(host, [...cases.map(({ command }) => call(command)), ...inOrder])
    })

    describe.each(cases.map((one, at) => ({ ...one, at })))("$command", ({ command, rule, fix, at }) => {
      it("is refused, with the rule and the fix, and nothing is done", () => {
        const { context, message, suggestion, ...end } = ends[at] as End
        expect(end).toEqual({ exit: 1, code: "INVALID_DECLARATION", retryable: false, deeds: [] })
        const problems = context?.["problems"] as readonly Problem[]
        const found = problems.find((problem) => problem.rule === rule)
        expect(found?.fix, JSON.stringify(problems)).toMatch(fix)
        expect(message).toContain(`${rule} (REQ-`)
        expect(message).toContain(found?.message)
        expect(suggestion).toContain(found?.fix)
        expect(message).toContain(`The contract of ${command} is not valid`)
      })
    })

    it("leaves every other command of the CLI alone", () => {
      expect(ends.slice(cases.length)).toEqual(inOrder.map(() => ({ exit: 0, deeds: ["ordinary"] })))
    })

    it.concurrent.each(shareOf(cases, major).slice(0, 2))(
      "$command ends the process, with one document and nothing besides",
      async ({ command, rule }) => {
        const run = await host.offTerminal(call(command), { entry: "launched" })
        const { data, error } = onlyDocument(run.stdout, 1)
        expect([run.exitCode, run.deeds, run.stderr, data]).toEqual([1, [], "", null])
        expect([error?.code, error?.retryable]).toEqual(["INVALID_DECLARATION", false])
        expect(error?.message).toContain(`${rule} (REQ-`)
        expect(error?.context?.["problems"]).toContainEqual(expect.objectContaining({ rule }))
      }
    )
  })

  describe("at a terminal", () => {
    let ends: readonly TerminalEnd[]
    beforeAll(async () => {
      const calls = [
        ...cases.map(({ command }) => ({ args: call(command) })),
        { args: ["good", "D-1"], keys: ["D-1\r"] }
      ]
      ends = await endsAtTerminal(host, calls)
    })

    it.each(cases.map((one, at) => ({ ...one, at })))(
      "$command is refused, and nobody is asked",
      ({ rule, fix, at }) => {
        const { message, suggestion, ...end } = ends[at] as TerminalEnd
        expect(end).toMatchObject({ exit: 1, code: "INVALID_DECLARATION", deeds: [], asked: 0 })
        expect(message).toContain(`${rule} (REQ-`)
        expect(suggestion).toMatch(fix)
      }
    )

    it("leaves every other person-only command of the CLI alone", () => {
      expect(ends.at(-1)).toMatchObject({ exit: 0, deeds: ["person-only D-1"], asked: 1 })
    })

    it.concurrent.each(shareOf(cases, major).slice(-2))(
      "$command ends the process, and the terminal says which rule and what to write",
      async ({ command, rule, fix }) => {
        const run = await host.atTerminal(call(command))
        expect([run.exitCode, run.deeds, run.asked]).toEqual([1, [], 0])
        const text = unbroken(run.screen)
        expect(text).toContain(`${rule}(REQ-`)
        expect(text).toContain("INVALID_DECLARATION")
        expect(text).toMatch(new RegExp(unbroken(fix.source)))
      }
    )
  })

  it("has a command in the fixture for every case, and a case for every command", async () => {
    const { stdout } = await host.offTerminal(["byhand:check"], { entry: "launched" })
    const { error } = onlyDocument(stdout, 1)
    const checked = (error?.context?.["problems"] as unknown as { command: string }[] | undefined)?.map(
      ({ command }) => command
    )
    expect([...new Set(checked)].toSorted()).toEqual(
      [...cases.map(({ command }) => command), "careless"].toSorted()
    )
  })

  it("leaves the help of every command as it was", async () => {
    const { env } = host.run()
    const { exitCode, stdout } = await runPiped([process.execPath, "help-of-all.js"], {
      env,
      cwd: host.root
    })
    const helps = stdout.split(/^=== /m).slice(1)
    expect([exitCode, helps.length]).toEqual([0, cases.length + 3])
    for (const help of helps) expect(help).toMatch(/^(\S+)\n[^]*USAGE\n {2}\$ declare \1/)
  })

  it("is not in the manifest, which stays valid and says why", async () => {
    const run = await host.offTerminal(["manifest"], { entry: "launched" })
    const { data, warnings } = onlyDocument(run.stdout, 0)
    expect(manifestSchema(data), JSON.stringify(manifestSchema.errors)).toBe(true)
    const { commands } = data as unknown as { commands: Record<string, CommandContract> }
    expect(Object.keys(commands).filter((id) => !/^(byhand|manifest|mcp)\b/.test(id))).toEqual([
      "careless",
      "good",
      "ordinary"
    ])
    expect(commands["good"]).toMatchObject(good)
    // It runs, so it is described, as a command that declares nothing.
    expect(commands["careless"]?.danger_level).toBe("mutating")
    expect(warnings.map(({ code }) => code)).toEqual(Array(cases.length + 1).fill("INVALID_DECLARATION"))
    for (const { command } of cases)
      expect(
        warnings.filter(({ message }) => message.startsWith(`The contract of ${command} is not valid`)),
        command
      ).toHaveLength(1)
  })

  it("has no schema to print, and an ordinary command with a bad contract has the careful one", async () => {
    const refused = await host.offTerminal(["no-mcp", "--schema"], { entry: "launched" })
    expect(onlyDocument(refused.stdout, 1).error?.code).toBe("INVALID_DECLARATION")
    const careless = await host.offTerminal(["careless", "--schema"], { entry: "launched" })
    const { data, warnings } = onlyDocument(careless.stdout, 0)
    expect(entrySchema(data)).toBe(true)
    expect(warnings.map(({ code }) => code)).toEqual(["INVALID_DECLARATION"])
  })
})

describe("the published schema", () => {
  const shape = { description: "Do a deed", flags: {}, positionals: [] }
  const contracts = Object.entries(broken as unknown as Record<string, CommandContract>)
  const refusedToo = cases.filter(({ schema }) => schema === true).map(({ command }) => command)

  it("accepts the contract that the others are a broken copy of", () => {
    expect(entrySchema(commandEntry(good as CommandContract, shape))).toBe(true)
  })

  it.each(contracts)("refuses what the framework refuses, where it can say so: %s", (command, contract) => {
    expect(entrySchema(commandEntry(contract, shape))).toBe(!refusedToo.includes(command))
  })
})
