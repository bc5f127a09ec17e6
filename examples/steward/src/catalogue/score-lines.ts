import type { CaseOutcome, CatalogueScore } from "@byhand/headless/catalogue"

const outcomes: readonly CaseOutcome[] = ["PASS", "FAIL", "HELD", "PENDING", "UNGRADED", "NOT_RUN"]

/** A score as a table for people: one line a case, and the counts. */
export function scoreLines({ cases, counts, stage_matches, unknown }: CatalogueScore): readonly string[] {
  const width = Math.max(4, ...cases.map(({ id }) => id.length))
  const rows = cases.map(
    ({ id, outcome, expected, verdict }) =>
      `${outcome.padEnd(8)}  ${id.padEnd(width)}  ${verdict ?? "-"}${verdict === expected ? "" : `, expected ${expected}`}`
  )
  const sums = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`)
  return [
    ...rows,
    "",
    `${cases.length} cases: ${sums.join(", ")}. ${stage_matches} ended where they should.`,
    ...(unknown.length === 0 ? [] : [`Results of no case: ${unknown.join(", ")}.`])
  ]
}
