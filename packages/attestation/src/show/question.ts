import { createHash } from "node:crypto"
import { visible } from "./visible.ts"
import { wrap } from "./wrap.ts"

/** What the person sees before the mark, row by row, and what the record says about it. */
export interface Question {
  /** The rows above the text to type; none is wider than the terminal. */
  readonly rows: readonly string[]
  /** How many rows of the statement did not fit on the screen. */
  readonly linesNotShown: number
}

/** The statement as it is shown, whatever the width: `\n` breaks lines, all else that is not plain is escaped. */
export function shownStatement(statement: string): string {
  return statement.split("\n").map(visible).join("\n")
}

/** The digest of a shown statement: SHA-256 over its UTF-8 bytes, in hex. */
export function digest(shown: string): string {
  return createHash("sha256").update(shown, "utf8").digest("hex")
}

// Every row of the statement stands behind a bar, so that no line of it can pass for the question or the answer.
const bar = "| "
const widest = 200
const leastStatementRows = 4

/**
 * Lays a shown statement out for a screen: its rows, then the request to type. One that does not fit keeps its head and
 * its end, and a line between them says how many lines are missing and what the digest of the whole is.
 *
 * @param shown - the result of {@link shownStatement}
 * @param expected - the text to type, which the caller prints after the rows
 * @param screen - the size of the terminal, in cells
 */
export function layOutQuestion(
  shown: string,
  expected: string,
  screen: { readonly columns: number; readonly rows: number }
): Question {
  // The last column stays free: terminals differ in what a full row does.
  const width = Math.min(screen.columns, widest) - 1
  const statement = shown.split("\n").flatMap((line) => wrap(line, width - bar.length))
  const request = wrap("To confirm, type this line and press Enter (Ctrl-C cancels):", width)
  const expectedRows = wrap(expected, width).length
  const blankRows = 5
  const budget = screen.rows - request.length - expectedRows - blankRows
  const { rows, linesNotShown } = fit(statement, Math.max(leastStatementRows, budget), digest(shown), width)
  return { rows: [...rows, "", ...request], linesNotShown }
}

function fit(statement: readonly string[], budget: number, sha256: string, width: number): Question {
  const barred = statement.map((row) => bar + row)
  if (barred.length <= budget) return { rows: barred, linesNotShown: 0 }
  const notice = (missing: number): readonly string[] =>
    wrap(`(${missing} of ${statement.length} lines are not shown. The sha256 of the whole: ${sha256})`, width)
  const kept = Math.max(leastStatementRows, budget - notice(statement.length).length)
  const head = Math.ceil(kept * 0.6)
  const missing = statement.length - kept
  if (missing <= 0) return { rows: barred, linesNotShown: 0 }
  return {
    rows: [...barred.slice(0, head), ...notice(missing), ...barred.slice(head - kept)],
    linesNotShown: missing
  }
}
