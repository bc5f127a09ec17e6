import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped, Terminal } from "@byhand/conformance"
import { afterAll, describe, expect, it } from "vitest"

const bin = fileURLToPath(new URL("../bin/run.js", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "catalogue-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const reply = (value: object, more: object = {}) => ({ reply: value, ...more })
const opening = {
  ACTIVATION: [reply({ route: "APPLY_PROTOCOL" })],
  BOOTSTRAP_ANALYSIS: [
    reply({ kind: "ANALYSIS", task: "t", deliverable: "d", constraints: [], missing_information: [] })
  ]
}
const reading = { interpretation: "i", approach: "a" }
const attempt = (value: object, more: object = {}) => ({
  ...opening,
  EXECUTE: [reply({ ...value, ...reading }, more)]
})

/** What each kind of case is replied, and what becomes of it. */
const kinds = {
  solved: {
    turn: attempt({ kind: "RESULT", body: "2 3 5 7" }),
    expected_stage: "CLOSED_SUCCESS",
    solution: "2 3 5 7\n",
    outcome: "PASS"
  },
  differing: {
    turn: attempt({ kind: "RESULT", body: "2, 3, 5, 7" }),
    expected_stage: "CLOSED_SUCCESS",
    solution: "2 3 5 7\n",
    outcome: "PENDING"
  },
  refused: {
    turn: { ACTIVATION: [reply({ route: "REFUSAL", response: "No.", blocking_basis: "POLICY_SCOPE" })] },
    expected_stage: "REFUSED",
    solution: null,
    outcome: "UNGRADED"
  },
  asking: {
    turn: attempt({ kind: "REQUEST_INPUT", body: "Which?", expected_type: "a word" }),
    expected_stage: "CLOSED_SUCCESS",
    solution: null,
    outcome: "FAIL"
  },
  negative: {
    turn: attempt({
      kind: "RESULT",
      body: "None.",
      result_ir: { witness: { polarity: "negative", basis: "search", nodes_explored: 9 } }
    }),
    expected_stage: "CLOSED_UNVERIFIED",
    solution: null,
    outcome: "UNGRADED"
  },
  slow: {
    turn: { ACTIVATION: [reply({ route: "APPLY_PROTOCOL" }, { delay_ms: 600_000 })] },
    expected_stage: "CLOSED_SUCCESS",
    solution: null,
    outcome: "NOT_RUN"
  }
} as const
type Kind = keyof typeof kinds

function catalogueOf(name: string, all: readonly (readonly [string, Kind])[]): string {
  const root = join(folder, name)
  mkdirSync(join(root, "tapes"), { recursive: true })
  const lines = all.map(([id, kind]) => {
    const { turn, expected_stage, solution } = kinds[kind]
    writeFileSync(join(root, "tapes", `${id}.json`), JSON.stringify({ turns: [turn] }))
    writeFileSync(join(root, `${id}.md`), `The task ${id}`)
    if (solution !== null) writeFileSync(join(root, `${id}.solution`), solution)
    return JSON.stringify({
      id,
      category: kind,
      file: `${id}.md`,
      expected_stage,
      ground_truth_status: solution === null ? "not_required" : "verified",
      solution_file: solution === null ? null : `${id}.solution`,
      pdl_rules_stressed: [],
      regression_ref: null,
      tags: []
    })
  })
  writeFileSync(join(root, "cases.jsonl"), lines.join("\n"))
  return root
}

const commandOf = (root: string, more: readonly string[] = []) => [
  process.execPath,
  bin,
  "catalogue",
  join(root, "cases.jsonl"),
  "--out",
  join(root, "out"),
  "--replay",
  join(root, "tapes"),
  "--review",
  "none",
  "--jobs",
  "2",
  ...more
]
const resultsOf = (root: string) =>
  readFileSync(join(root, "out", "results.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as { id: string; exit_code: number | null; killed?: string })

interface Score {
  readonly cases: readonly { readonly id: string; readonly outcome: string }[]
  readonly counts: Readonly<Record<string, number>>
}

function scoreIn(stdout: string): Score {
  const { data, error } = JSON.parse(stdout) as { data: Score | null; error: { context: Score } | null }
  return data ?? (error as { context: Score }).context
}

describe("a catalogue", () => {
  it("of forty cases that is interrupted goes on where it stopped, and scores as one that was not", async () => {
    const order: readonly Kind[] = ["solved", "differing", "refused", "asking", "negative"]
    const cases = Array.from({ length: 40 }, (_, at) => [`case-${at}`, order[at % 5] as Kind] as const)
    const root = catalogueOf("forty", cases)
    const [file, ...args] = commandOf(root)
    const first = spawn(file as string, args, { stdio: "ignore" })
    const done = () => {
      try {
        return resultsOf(root).length
      } catch {
        return 0
      }
    }
    await expect.poll(done, { interval: 20, timeout: 300_000 }).toBeGreaterThan(3)
    const interrupted = await new Promise((resolve) => {
      first.once("close", resolve)
      first.kill("SIGTERM")
    })
    expect(interrupted).toBe(143)
    const before = resultsOf(root).filter(({ killed }) => killed === undefined)
    expect(before.length).toBeLessThan(40)

    const second = await runPiped(commandOf(root), { timeoutMs: 500_000 })
    expect(second.exitCode).toBe(1)
    const { cases: scored, counts } = scoreIn(second.stdout)
    expect(scored.map(({ outcome }) => outcome)).toEqual(cases.map(([, kind]) => kinds[kind].outcome))
    expect(counts).toEqual({ PASS: 8, FAIL: 8, HELD: 0, PENDING: 8, UNGRADED: 16, NOT_RUN: 0 })
    const results = resultsOf(root).filter(({ killed }) => killed === undefined)
    expect(results.map(({ id }) => id).toSorted()).toEqual(cases.map(([id]) => id).toSorted())
    expect(results.slice(0, before.length)).toEqual(before)

    const scoring = [
      process.execPath,
      bin,
      "score",
      join(root, "cases.jsonl"),
      join(root, "out", "results.jsonl")
    ]
    const told = await runPiped(scoring)
    expect([told.exitCode, scoreIn(told.stdout)]).toEqual([1, scoreIn(second.stdout)])
  }, 600_000)

  it("ends a case at its deadline, which is no outcome of a model, and runs it again the next time", async () => {
    const root = catalogueOf("slow", [["slow", "slow"]])
    for (const tries of [1, 2]) {
      const { exitCode, stdout } = await runPiped(commandOf(root, ["--timeout", "2"]))
      expect([exitCode, scoreIn(stdout).counts["NOT_RUN"]]).toEqual([1, 1])
      expect(resultsOf(root)).toHaveLength(tries)
      expect(resultsOf(root).at(-1)).toMatchObject({ exit_code: null, killed: "timeout" })
    }
  })

  it("shows a person at a terminal how far it is, and a table; it passes with 0 when every case passes", async () => {
    const root = catalogueOf("passing", [["one", "solved"]])
    const terminal = Terminal.start(commandOf(root), { columns: 200 })
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    expect(terminal.screen).toMatch(/^1\/1 {2}one {2}0$/m)
    expect(terminal.screen).toMatch(/^PASS +one +CLOSED_SUCCESS$/m)
    expect(terminal.screen).toContain("1 cases: 1 PASS. 1 ended where they should.")
    const files = [join(root, "cases.jsonl"), join(root, "out", "results.jsonl")]
    expect((await runPiped([process.execPath, bin, "score", ...files])).exitCode).toBe(0)
  })

  it("passes on what stands after --, and ends a case beyond its memory, which is no outcome of a model either", async () => {
    const root = catalogueOf("limited", [["one", "solved"]])
    const { exitCode, stdout } = await runPiped(commandOf(root, ["--", "--max-calls", "2"]))
    expect([exitCode, scoreIn(stdout).counts["FAIL"], resultsOf(root)[0]?.exit_code]).toEqual([1, 1, 4])
    const heavy = catalogueOf("heavy", [["one", "slow"]])
    const ended = await runPiped(commandOf(heavy, ["--memory", "64"]))
    expect([ended.exitCode, scoreIn(ended.stdout).counts["NOT_RUN"]]).toEqual([1, 1])
    expect(resultsOf(heavy)).toMatchObject([{ exit_code: null, killed: "memory" }])
  })

  it("is refused with every problem of its manifest, and 2", async () => {
    const root = catalogueOf("broken", [])
    writeFileSync(join(root, "cases.jsonl"), '{"id":"a"}\nnot JSON\n')
    const { exitCode, stdout } = await runPiped(commandOf(root))
    expect(exitCode).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: "CATALOGUE_INVALID" } })
    const missing = await runPiped([process.execPath, bin, "score", join(root, "none"), join(root, "none")])
    expect([missing.exitCode, JSON.parse(missing.stdout).error.code]).toEqual([5, "FILE_MISSING"])
  })
})
