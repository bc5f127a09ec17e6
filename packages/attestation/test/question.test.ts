import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { digest, layOutQuestion, shownStatement } from "../src/show/question.ts"
import { cells } from "../src/show/width.ts"
import { wrap } from "../src/show/wrap.ts"

const widthOf = (row: string): number => Array.from(row).reduce((sum, point) => sum + cells(point), 0)
const text = fc.string({
  unit: fc.constantFrom("a", "word", " ", "  ", "漢", "é", "e\u0301", "👍"),
  maxLength: 60
})

describe("a wrapped text", () => {
  it("is the text again when its rows are joined, and no row is wider than asked but for one space at its end", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 30 }), (line, width) => {
        const rows = wrap(line, width)
        expect(rows.join("")).toBe(line)
        for (const row of rows) expect(widthOf(row.replace(/ $/u, ""))).toBeLessThanOrEqual(width)
      }),
      { numRuns: 1000 }
    )
  })

  it("is broken between words where it can be, and inside a word that is longer than a row", () => {
    expect(wrap("approve the release", 12)).toEqual(["approve the ", "release"])
    expect(wrap("a-very-long-word here", 8)).toEqual(["a-very-l", "ong-word ", "here"])
    expect(wrap("漢字かな", 5)).toEqual(["漢字", "かな"])
    expect(wrap("", 8)).toEqual([""])
  })
})

describe("a question", () => {
  const statement = fc
    .array(fc.string({ unit: "binary", maxLength: 80 }), { maxLength: 40 })
    .map((lines) => lines.join("\n"))
  const screen = fc.record({
    columns: fc.integer({ min: 20, max: 250 }),
    rows: fc.integer({ min: 4, max: 60 })
  })

  it("never draws a row wider than the screen, nor a statement row without its bar", () => {
    fc.assert(
      fc.property(statement, screen, (words, size) => {
        const { rows, linesNotShown } = layOutQuestion(shownStatement(words), "D-42", size)
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(size.columns)
        const shown = rows.slice(0, rows.indexOf(""))
        const unbarred = shown.filter((row) => !row.startsWith("| "))
        if (linesNotShown === 0) expect(unbarred).toEqual([])
        else expect(unbarred.join("")).toContain(digest(shownStatement(words)))
      })
    )
  })

  it("shows every line of a statement, or says how many it does not show", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), screen, (count, size) => {
        const lines = Array.from({ length: count }, (_, index) => `line ${index}`)
        const { rows, linesNotShown } = layOutQuestion(lines.join("\n"), "D-42", size)
        const shown = rows.filter((row) => row.startsWith("| "))
        expect(shown.length + linesNotShown).toBe(count)
        expect(shown[0]).toBe("| line 0")
        expect(shown.at(-1)).toBe(`| line ${count - 1}`)
        if (linesNotShown > 0) expect(rows.join("")).toContain(`(${linesNotShown} of ${count} lines are`)
      })
    )
  })

  it("fits on the screen from a height of 20 rows on, with the text to type and the mark", () => {
    for (const columns of [40, 80, 200])
      for (const rows of [20, 24, 50]) {
        const words = "the plan, in many words ".repeat(400)
        const drawn = layOutQuestion(shownStatement(words), "D-42", { columns, rows }).rows.length
        // A blank row above, one on each side of the text to type, that text, and the mark.
        expect(drawn + 5).toBeLessThanOrEqual(rows)
      }
  })

  it("keeps the author's line breaks and escapes all other control characters", () => {
    expect(shownStatement("one\ntwo\r\n\tthree\u2028four")).toBe("one\ntwo\\u{d}\n\\u{9}three\\u{2028}four")
  })

  it("cannot be imitated by a statement: each of its lines stands behind a bar", () => {
    const words = "Really?\n\nTo confirm, type this line and press Enter (Ctrl-C cancels):\n\nyes\n\n> "
    const { rows } = layOutQuestion(words, "D-42", { columns: 80, rows: 24 })
    expect(rows.filter((row) => row.startsWith("To confirm"))).toHaveLength(1)
    expect(rows).toContain("| To confirm, type this line and press Enter (Ctrl-C cancels):")
  })

  it("is laid out at once, even for the longest statement", () => {
    const start = performance.now()
    layOutQuestion(shownStatement(`${"\u200b".repeat(100_000)}${"x".repeat(100_000)}`), "D-42", {
      columns: 40,
      rows: 24
    })
    expect(performance.now() - start).toBeLessThan(2000)
  })
})
