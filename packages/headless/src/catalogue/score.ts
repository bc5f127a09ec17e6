import type { CaseResult } from "./case-result.ts"
import type { CatalogueCase, ExpectedStage } from "./catalogue-case.ts"

/**
 * What a case comes to. Only PASS counts. HELD stopped at a gate that nobody expected; PENDING waits for a person's grade;
 * UNGRADED has nothing to be graded by. NOT_RUN has no outcome of a model: no result, or one whose process the runner ended.
 */
export type CaseOutcome = "PASS" | "FAIL" | "HELD" | "PENDING" | "UNGRADED" | "NOT_RUN"

/** One case and what it came to. */
export interface CaseScore {
  readonly id: string
  readonly category: string
  readonly expected: ExpectedStage
  /** How the run ended, by its exit code; null when there is no outcome of a model. */
  readonly verdict: Verdict | null
  /** Whether it ended where the case expects it, whatever the grade. */
  readonly stage_pass: boolean
  readonly outcome: CaseOutcome
}

/** A scored catalogue. */
export interface CatalogueScore {
  readonly cases: readonly CaseScore[]
  readonly counts: Readonly<Record<CaseOutcome, number>>
  /** How many ended where they should: the older count, beside the one that counts. */
  readonly stage_matches: number
  readonly all_passed: boolean
  /** Ids of results that the manifest does not have. */
  readonly unknown: readonly string[]
}

/** How a run ended, as its exit code says: a stage, or what never passes. */
type Verdict = ExpectedStage | "HARNESS_ERROR" | `EXIT_${number}`

/**
 * Scores the results of a catalogue by its manifest, as ADR-0019's fourth decision has it.
 *
 * An expected CLOSED_SUCCESS takes a success or a refusal; WAITING_INPUT also takes a success, and CLOSED_UNVERIFIED a
 * success that was established. A harness error, a signal, and any other code never pass.
 *
 * @param cases - of the manifest
 * @param results - by id
 * @returns every case's outcome in the order of the manifest, and the counts. It never throws.
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { readManifest, readResults, scoreCatalogue } from "@byhand/headless/catalogue"
 * const line = { id: "13-01", category: "limits", file: "13-01.md", expected_stage: "CLOSED_UNVERIFIED" }
 * const more = { ground_truth_status: "not_required", solution_file: null, pdl_rules_stressed: [], regression_ref: null, tags: [] }
 * const ended = { closure: "CLOSED_UNVERIFIED", stage: "CLOSED_UNVERIFIED", verification: "unestablished", grade: "PASS" }
 * const results = readResults(JSON.stringify({ id: "13-01", exit_code: 5, ...ended }))
 * console.log(scoreCatalogue(readManifest(JSON.stringify({ ...line, ...more })), results).counts.PASS) // 1
 * ```
 */
export function scoreCatalogue(
  cases: readonly CatalogueCase[],
  results: ReadonlyMap<string, CaseResult>
): CatalogueScore {
  const scored = cases.map((one) => scoreCase(one, results.get(one.id)))
  const counts = { PASS: 0, FAIL: 0, HELD: 0, PENDING: 0, UNGRADED: 0, NOT_RUN: 0 }
  for (const { outcome } of scored) counts[outcome] += 1
  const known = new Set(cases.map(({ id }) => id))
  return {
    cases: scored,
    counts,
    stage_matches: scored.filter(({ stage_pass }) => stage_pass).length,
    all_passed: scored.length > 0 && counts.PASS === scored.length,
    unknown: [...results.keys()].filter((id) => !known.has(id))
  }
}

function scoreCase(
  { id, category, expected_stage: expected }: CatalogueCase,
  result: CaseResult | undefined
): CaseScore {
  const verdict = result === undefined ? null : verdictOf(result)
  const stage_pass = result !== undefined && verdict !== null && takes(expected, verdict, result)
  return {
    id,
    category,
    expected,
    verdict,
    stage_pass,
    outcome: outcomeOf(expected, verdict, stage_pass, result)
  }
}

const byCode: Readonly<Record<number, Verdict>> = {
  1: "CLOSED_CANCELLED",
  2: "UNCONFIRMED_GATE",
  3: "WAITING_INPUT",
  4: "HARNESS_ERROR",
  5: "CLOSED_UNVERIFIED"
}

/** The code decides; at 0 the closure says which of the three it was. */
function verdictOf({ exit_code, closure, killed }: CaseResult): Verdict | null {
  if (exit_code === null || killed !== undefined) return null
  if (
    exit_code === 0 &&
    (closure === "CLOSED_SUCCESS" || closure === "REFUSED" || closure === "DIRECT_ANSWER")
  )
    return closure
  return byCode[exit_code] ?? `EXIT_${exit_code}`
}

function takes(expected: ExpectedStage, verdict: Verdict, { verification }: CaseResult): boolean {
  if (verdict === expected) return true
  switch (expected) {
    case "CLOSED_SUCCESS":
      return verdict === "REFUSED"
    case "WAITING_INPUT":
      return verdict === "CLOSED_SUCCESS"
    case "CLOSED_UNVERIFIED":
      return verdict === "CLOSED_SUCCESS" && verification === "established"
    default:
      return false
  }
}

function outcomeOf(
  expected: ExpectedStage,
  verdict: Verdict | null,
  stage_pass: boolean,
  result: CaseResult | undefined
): CaseOutcome {
  if (result === undefined || verdict === null) return "NOT_RUN"
  if (verdict === "UNCONFIRMED_GATE" && expected !== "UNCONFIRMED_GATE") return "HELD"
  if (!stage_pass) return "FAIL"
  if (result.grade === "PASS") return "PASS"
  if (result.grade === "MANUAL") return "PENDING"
  return result.grade === "N/A" ? "UNGRADED" : "FAIL"
}
