import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { KeyDecoder, type Key } from "../src/terminal/keys.ts"
import { emptyLine, press, type Line } from "../src/terminal/line-editor.ts"

/** The keys of some chunks; neighbouring texts are one, however they arrived. */
function keysOf(chunks: readonly Uint8Array[]): readonly Key[] {
  const decoder = new KeyDecoder()
  const keys: Key[] = []
  for (const key of chunks.flatMap((chunk) => decoder.push(chunk))) {
    const last = keys.at(-1)
    if (key.type === "text" && last?.type === "text" && last.pasted === key.pasted)
      keys[keys.length - 1] = { ...last, text: last.text + key.text }
    else keys.push(key)
  }
  return keys
}

const typed = (text: string): readonly Key[] => keysOf([Buffer.from(text)])
const types = (text: string): readonly string[] =>
  typed(text).map((key) => (key.type === "text" ? key.text : key.type))

function lineOf(text: string): Line {
  return typed(text).reduce(press, emptyLine)
}
const textOf = (text: string): string => lineOf(text).before + lineOf(text).after

const input = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 8 }),
    fc.constantFrom(
      "\u001b[D",
      "\u001bOC",
      "\u001b[3~",
      "\u001b[200~",
      "\u001b[201~",
      "\u001b[12;40R",
      "\u001b]11;rgb:0/0/0\u001b\\",
      "\u001b]0;t\u0007",
      "\u001bP1$r0m\u001b\\",
      "\u001b[M !!",
      "\u001b",
      "\u007f",
      "\u0015",
      "\r",
      "漢字é"
    ),
    fc.string({ unit: "binary-ascii", maxLength: 4 })
  ),
  { maxLength: 10 }
)

describe("the bytes of a terminal", () => {
  it("mean the same keys and the same line whatever the chunks they arrive in", () => {
    fc.assert(
      fc.property(
        input,
        fc.array(fc.nat({ max: 60 })),
        fc.uint8Array({ maxLength: 6 }),
        (parts, cuts, noise) => {
          const bytes = Buffer.concat([Buffer.from(parts.join("")), noise])
          const at = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].toSorted((a, b) => a - b)
          const chunks = [0, ...at].map((start, index) => bytes.subarray(start, at[index] ?? bytes.length))
          const whole = keysOf([bytes])
          expect(keysOf(chunks)).toEqual(whole)
          expect(keysOf(chunks).reduce(press, emptyLine)).toEqual(whole.reduce(press, emptyLine))
          expect(keysOf(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
        }
      ),
      { numRuns: 1000 }
    )
  })

  it("never lose text that holds no control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (text) => {
        fc.pre(!/[\u0000-\u001f\u007f\ud800-\udfff]/u.test(text))
        expect(textOf(text)).toBe(text)
      })
    )
  })

  it("are no keys when the terminal sent them by itself", () => {
    const reports = [
      "\u001b[12;40R",
      "\u001b[?62;22c",
      "\u001b[>0;276;0c",
      "\u001b[I\u001b[O",
      "\u001b[<0;10;20M\u001b[<0;10;20m",
      "\u001b[M !!",
      "\u001b]11;rgb:0000/0000/0000\u0007",
      "\u001b]52;c;RC00Mg==\u001b\\",
      "\u001bP>|xterm(390)\u001b\\",
      "\u001b_Gi=31;OK\u001b\\",
      "\u001b^private\u001b\\",
      "\u001bXstart\u001b\\",
      "\u001b[?1;2$y",
      "\u001b[[A"
    ]
    for (const report of reports) expect(types(`D${report}-42`)).toEqual(["D-42"])
  })

  it("are known for the keys that edit, in the forms terminals send them", () => {
    expect(types("\u001b[D\u001bOD\u001b[1;5D\u0002")).toEqual(["left", "left", "left", "left"])
    expect(types("\u001b[C\u001bOC\u0006")).toEqual(["right", "right", "right"])
    expect(types("\u001b[H\u001b[1~\u001bOH\u001b[7~\u0001")).toEqual(Array(5).fill("home"))
    expect(types("\u001b[F\u001b[4~\u001bOF\u0005")).toEqual(Array(4).fill("end"))
    expect(types("\u001b[3~\u007f\u0008\u001b\u007f\u0017\u0015\u000b")).toEqual([
      "delete",
      "backspace",
      "backspace",
      "kill-word",
      "kill-word",
      "kill-line",
      "kill-end"
    ])
    expect(types("\r\n\u001bOM\u0003\u0004\u001a")).toEqual([
      "enter",
      "enter",
      "enter",
      "interrupt",
      "end-of-input",
      "stop"
    ])
  })

  it("do nothing for keys without a use: Up, Down, Tab, function keys, Alt with a letter", () => {
    expect(
      types(
        "\u001b[A\u001b[B\u001bOA\t\u001b[Z\u001b[5~\u001b[6~\u001bOP\u001b[15~\u001bb\u001bf\u001b[2~\u0007\u0000"
      )
    ).toEqual([])
  })

  it("let Ctrl-C and Enter through in enhanced keyboard modes, and not on the release of the key", () => {
    expect(types("\u001b[99;5u\u001b[27;5;99~\u001b[13u\u001b[127u")).toEqual([
      "interrupt",
      "interrupt",
      "enter",
      "backspace"
    ])
    expect(types("\u001b[99;5:3u\u001b[99;3u\u001b[97u")).toEqual([])
  })

  it("end an unfinished sequence at a control character, and forget one that does not go on", () => {
    expect(types("\u001b]0;title\u0003\u001b[12\r\u001bP1\n")).toEqual(["interrupt", "enter", "enter"])
    const decoder = new KeyDecoder()
    expect(decoder.push(Buffer.from("\u001b"))).toEqual([])
    expect(decoder.unfinished).toBe(true)
    decoder.giveUp()
    expect(decoder.push(Buffer.from("D"))).toEqual([{ type: "text", text: "D", pasted: false }])
  })

  it("are text in a bracketed paste, all but the line break", () => {
    expect(typed("a\u001b[200~b\tc\u0003\u001b[D\r\u001b[20\u001b[201~d")).toEqual([
      { type: "text", text: "a", pasted: false },
      { type: "text", text: "b\tc\u0003\u001b[D", pasted: true },
      { type: "enter" },
      { type: "text", text: "\u001b[20", pasted: true },
      { type: "paste-end" },
      { type: "text", text: "d", pasted: false }
    ])
  })
})

describe("the line being typed", () => {
  it("loses a whole character at a time, be it an accent, a flag or a family", () => {
    for (const character of ["é", "e\u0301", "🇨🇭", "👨‍👩‍👧", "नि", "漢"]) {
      expect(textOf(`D${character}\u007f`)).toBe("D")
      expect(textOf(`D${character}\u001b[D\u001b[3~-`)).toBe("D-")
    }
  })

  it("is edited where the cursor is", () => {
    expect(textOf("ac\u001b[Db")).toBe("abc")
    expect(textOf("bc\u0001a\u0005d")).toBe("abcd")
    expect(textOf("one two  \u0017three")).toBe("one three")
    expect(textOf("\u007f\u001b[D\u001b[C\u001b[3~\u0017\u0015\u000b")).toBe("")
  })

  it("is one object when it is empty, however it became so, and has no memory of what it was", () => {
    for (const emptied of [
      "ab\u007f\u007f",
      "ab\u0015",
      "ab\u0017",
      "ab\u0001\u000b",
      "\u001b[200~x\u001b[201~\u007f"
    ])
      expect(lineOf(emptied)).toBe(emptyLine)
  })

  it("that grew beyond 10,000 characters stays too long until Ctrl-U, since what backspaces leave is not known", () => {
    const long = "x".repeat(10_000)
    expect(lineOf(long).overlong).toBe(false)
    expect(lineOf(`${long}y`).overlong).toBe(true)
    expect(lineOf(`D-42${long}${"\u007f".repeat(10_000)}`)).toMatchObject({ overlong: true })
    expect(lineOf(`${long}y\u0015D-42`)).toEqual({
      before: "D-42",
      after: "",
      pasted: false,
      overlong: false
    })
  })
})
