import * as fc from "fast-check"
import { describe, expect, it } from "vitest"

import { Screen } from "../src/screen.ts"

const size = { columns: 20, rows: 5 }
const draw = (output: string): string => new Screen(() => size).write(output).text

describe("Screen", () => {
  it("shows plain lines, and keeps a blank that was written at the end of a line", () => {
    expect(draw("one\r\ntwo\r\n> ")).toBe("one\ntwo\n> ")
  })

  it("leaves colours, titles and links out", () => {
    expect(
      draw("\u001b[1;31mred\u001b[0m \u001b]0;title\u0007\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\")
    ).toBe("red link")
  })

  it("applies carriage return, backspace, tab, cursor movement and erasure", () => {
    expect(draw("abc\rX")).toBe("Xbc")
    expect(draw("abc\b\bX")).toBe("aXc")
    expect(draw("a\tb")).toBe("a       b")
    expect(draw("abcdef\u001b[3G\u001b[K!")).toBe("ab!")
    expect(draw("one\r\ntwo\u001b[1A\u001b[1GX\u001b[1B")).toBe("Xne\ntwo")
    expect(draw("one\r\ntwo\r\nthree\u001b[2A\u001b[2G\u001b[J")).toBe("o")
    expect(draw("old\r\nold\u001b[2J\u001b[Hnew")).toBe("new\n")
    expect(draw("> D-42\u001b[1G\u001b[0J> \u001b[3G")).toBe("> ")
  })

  it("joins a line that only the right edge broke", () => {
    expect(draw(`${"x".repeat(50)}\r\nnext`)).toBe(`${"x".repeat(50)}\nnext`)
  })

  it("counts wide and combining characters as a terminal does", () => {
    expect(draw("日本\u001b[5GX")).toBe("日本X")
    expect(draw("e\u0301\u001b[2GX")).toBe("e\u0301X")
  })

  it("reads the same however the output was cut", () => {
    const piece = fc.constantFrom(
      "ab",
      "\r\n",
      "\u001b[31m",
      "\u001b]0;t\u0007",
      "\u001b]0;t\u001b\\",
      "\u001b[2D",
      "日",
      "\b"
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), fc.array(fc.nat(60)), (pieces, cuts) => {
        const output = pieces.join("")
        const screen = new Screen(() => size)
        let from = 0
        for (const cut of cuts.toSorted((one, other) => one - other)) {
          screen.write(output.slice(from, cut))
          from = Math.max(from, Math.min(cut, output.length))
        }
        expect(screen.write(output.slice(from)).text).toBe(draw(output))
      })
    )
  })

  it("shows printable ASCII lines unchanged", () => {
    const line = fc.string({ unit: "grapheme-ascii", maxLength: 60 })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        expect(draw(lines.join("\r\n"))).toBe(lines.join("\n"))
      })
    )
  })
})
