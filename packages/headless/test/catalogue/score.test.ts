import { describe, expect, it } from "vitest"
import {
  type CaseResult,
  CatalogueError,
  readManifest,
  readResults,
  scoreCatalogue
} from "../../src/catalogue/index.ts"

const more = {
  category: "limits",
  file: "case.md",
  ground_truth_status: "not_required",
  solution_file: null,
  pdl_rules_stressed: [],
  regression_ref: null,
  tags: []
}
const lines = (...all: readonly object[]) => all.map((line) => JSON.stringify(line)).join("\n")

const endings = {
  success: { exit_code: 0, closure: "CLOSED_SUCCESS", verification: null },
  "established success": { exit_code: 0, closure: "CLOSED_SUCCESS", verification: "established" },
  refusal: { exit_code: 0, closure: "REFUSED", verification: null },
  "direct answer": { exit_code: 0, closure: "DIRECT_ANSWER", verification: null },
  "0 without a closure": { exit_code: 0, closure: null, verification: null },
  cancelled: { exit_code: 1, closure: "CLOSED_CANCELLED", verification: "failed" },
  gate: { exit_code: 2, closure: null, verification: null },
  question: { exit_code: 3, closure: null, verification: null },
  "harness error": { exit_code: 4, closure: null, verification: null },
  unverified: { exit_code: 5, closure: "CLOSED_UNVERIFIED", verification: "unestablished" },
  SIGINT: { exit_code: 130, closure: null, verification: null },
  SIGTERM: { exit_code: 143, closure: null, verification: null },
  "another code": { exit_code: 77, closure: null, verification: null }
} as const satisfies Readonly<Record<string, Partial<CaseResult>>>
type Ending = keyof typeof endings

const takes: readonly (readonly [string, readonly Ending[]])[] = [
  ["CLOSED_SUCCESS", ["success", "established success", "refusal"]],
  ["WAITING_INPUT", ["question", "success", "established success"]],
  ["CLOSED_UNVERIFIED", ["unverified", "established success"]],
  ["CLOSED_CANCELLED", ["cancelled"]],
  ["UNCONFIRMED_GATE", ["gate"]],
  ["REFUSED", ["refusal"]],
  ["DIRECT_ANSWER", ["direct answer"]]
]

function scoreOf(expected_stage: string, result: object) {
  const cases = readManifest(lines({ id: "A", expected_stage, ...more }))
  const results = readResults(lines({ id: "A", stage: null, grade: "PASS", ...result }))
  return scoreCatalogue(cases, results)
}

describe("a case that expects", () => {
  it.each(takes)("%s passes with %j, and with nothing else", (expected, accepted) => {
    for (const [name, ending] of Object.entries(endings)) {
      const [scored] = scoreOf(expected, ending).cases
      const passes = (accepted as readonly string[]).includes(name)
      const held = name === "gate" && expected !== "UNCONFIRMED_GATE"
      expect([name, scored?.stage_pass, scored?.outcome]).toEqual([
        name,
        passes,
        passes ? "PASS" : held ? "HELD" : "FAIL"
      ])
    }
  })
})

describe("the grade", () => {
  it.each([
    ["PASS", "PASS"],
    ["FAIL", "FAIL"],
    ["MANUAL", "PENDING"],
    ["N/A", "UNGRADED"],
    [null, "FAIL"]
  ])("%s makes %s of a run that ended where it should", (grade, outcome) => {
    const score = scoreOf("CLOSED_SUCCESS", { ...endings.success, grade })
    expect([score.cases[0]?.outcome, score.stage_matches]).toEqual([outcome, 1])
    expect(score.all_passed).toBe(outcome === "PASS")
  })
})

const result = (id: string, ending: object) => ({ id, stage: null, grade: "PASS", ...ending })

describe("a catalogue", () => {
  it.each(["timeout", "memory", "interrupted", "not_started"])(
    "scores no run that its runner ended: %s is no outcome of a model",
    (killed) => {
      const score = scoreOf("CLOSED_SUCCESS", { ...endings.success, exit_code: null, killed })
      expect(score.cases[0]).toMatchObject({ verdict: null, stage_pass: false, outcome: "NOT_RUN" })
      expect([score.all_passed, score.counts.FAIL]).toEqual([false, 0])
    }
  )

  it("says which cases have no result, which results have no case, and takes the last one of each", () => {
    const cases = readManifest(
      lines(
        { id: "A", expected_stage: "CLOSED_SUCCESS", ...more },
        { id: "B", expected_stage: "REFUSED", ...more }
      )
    )
    const score = scoreCatalogue(
      cases,
      readResults(
        lines(result("A", endings.gate), result("A", endings.success), result("C", endings.success))
      )
    )
    expect(score.cases.map(({ id, outcome }) => [id, outcome])).toEqual([
      ["A", "PASS"],
      ["B", "NOT_RUN"]
    ])
    expect([score.unknown, score.all_passed]).toEqual([["C"], false])
  })

  it("passes only when it has cases, and all of them pass", () => {
    expect(scoreCatalogue([], new Map()).all_passed).toBe(false)
    expect(scoreOf("REFUSED", endings.refusal).all_passed).toBe(true)
  })
})

describe("a manifest is rejected, with every problem and its line,", () => {
  const good = { id: "A", expected_stage: "CLOSED_SUCCESS", ...more }
  it.each([
    [
      "when it expects a harness error",
      lines({ ...good, expected_stage: "HARNESS_ERROR" }),
      ["Line 1 at expected_stage"]
    ],
    ["when it has one id twice", lines(good, good), ['Line 2: the id "A" is on line 1 already.']],
    ["when lines are no cases", `${lines(good)}\n\n{"id":1}\nnot JSON`, ["Line 3 at", "Line 4"]]
  ])("%s", (_, text, problems) => {
    const failing = () => readManifest(text)
    expect(failing).toThrow(CatalogueError)
    for (const problem of problems) expect(failing).toThrow(problem)
  })
})
