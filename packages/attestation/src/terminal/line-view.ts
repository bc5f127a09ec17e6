import { visible } from "../show/visible.ts"
import { cells } from "../show/width.ts"
import type { Line } from "./line-editor.ts"
import type { TerminalOutput } from "./output.ts"

/** What is printed when the question is ready for its answer: only what is typed after it counts. */
const mark = "> "

const indent = "  "
const mostRows = 4

interface Drawn {
  readonly rows: readonly string[]
  /** The row the cursor is on, and what stands before it there. */
  readonly row: number
  readonly beforeCursor: string
}

/**
 * Draws the line being typed under the question. It only ever moves over rows it has printed itself, each of them shorter
 * than the terminal is wide, so that the question above cannot be erased by a wrong guess of a width.
 */
export class LineView {
  readonly #output: TerminalOutput
  #drawn: Drawn = { rows: [mark], row: 0, beforeCursor: mark }
  #columns = 0

  constructor(output: TerminalOutput) {
    this.#output = output
  }

  /** Prints the mark at the start of a fresh row. */
  begin(): void {
    this.#columns = this.#output.columns
    this.#drawn = { rows: [mark], row: 0, beforeCursor: mark }
    this.#output.write(mark)
  }

  /** Shows the line as it is now. */
  show(line: Line): void {
    const next = layOut(line, this.#output.columns, this.#output.dumb)
    const previous = this.#drawn
    this.#drawn = next
    const resized = this.#columns !== this.#output.columns
    this.#columns = this.#output.columns
    const added = appended(previous, next)
    if (added !== undefined && !resized) {
      if (added !== "") this.#output.write(added)
    } else if (this.#output.dumb || (resized && previous.rows.length > 1))
      this.#output.write(`\r\n${place(next, this.#output.dumb)}`)
    else this.#output.write(`${up(previous.row)}\r\u001b[J${place(next, false)}`)
  }

  /** Leaves the line: what is written next starts on a fresh row. */
  end(): void {
    this.#output.write(`${down(this.#drawn.rows.length - 1 - this.#drawn.row, this.#output.dumb)}\r\n`)
  }
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : ""
}

function down(rows: number, dumb: boolean): string {
  return rows > 0 && !dumb ? `\u001b[${rows}B` : ""
}

// The rows, and then the cursor put where it belongs by printing once more what stands before it.
function place(drawn: Drawn, dumb: boolean): string {
  const text = drawn.rows.join("\r\n")
  const last = drawn.rows.length - 1
  if (dumb || (drawn.row === last && drawn.beforeCursor === drawn.rows[last])) return text
  return `${text}${up(last - drawn.row)}\r${drawn.beforeCursor}`
}

// What has to be printed when the line only grew at its end, as it does while a person types.
function appended(previous: Drawn, next: Drawn): string | undefined {
  const last = previous.rows.length - 1
  const was = previous.rows[last] ?? ""
  const is = next.rows[last] ?? ""
  const atEnd = previous.row === last && previous.beforeCursor === was
  const still = next.row === next.rows.length - 1 && next.beforeCursor === next.rows.at(-1)
  const kept = previous.rows.slice(0, -1).every((row, index) => row === next.rows[index])
  if (!atEnd || !still || !kept || next.rows.length < previous.rows.length || !is.startsWith(was))
    return undefined
  return [is.slice(was.length), ...next.rows.slice(last + 1)].join("\r\n")
}

function layOut(line: Line, columns: number, dumb: boolean): Drawn {
  const before = visible(line.before)
  const after = visible(line.after)
  if (dumb) return { rows: [mark + before + after], row: 0, beforeCursor: mark + before + after }
  const width = columns - indent.length - 1
  const rows = [mark]
  let used = 0
  const put = (point: string): void => {
    const size = cells(point)
    if (used + size > width) {
      rows.push(indent)
      used = 0
    }
    used += size
    rows[rows.length - 1] += point
  }
  for (const point of near(before, width * mostRows, "end")) put(point)
  const row = rows.length - 1
  const beforeCursor = rows[row] ?? mark
  for (const point of near(after, width * mostRows, "start")) put(point)
  // A long line shows the rows around the cursor: the statement must not scroll away.
  const first = Math.max(0, row - mostRows + 1)
  return { rows: rows.slice(first, first + mostRows), row: row - first, beforeCursor }
}

function near(text: string, points: number, side: "start" | "end"): readonly string[] {
  if (text.length <= points) return Array.from(text)
  const all = Array.from(text)
  return side === "end" ? [..."...", ...all.slice(-points)] : [...all.slice(0, points), ..."..."]
}
