import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CommandError, failure, success } from "../src/index.ts"
import { CommandExit } from "@byhand/exit-codes"
import { hostileText } from "./hostile.ts"

/** A text as it stands in the document, at a value and at a key. */
function written(text: string): string {
  const { data } = success({ text, keyed: { [text]: 1 } }, { durationMs: 1 })
  const { text: value, keyed } = data as { text: string; keyed: object }
  expect(Object.keys(keyed)).toEqual([value])
  return value
}

describe("a string of the envelope", () => {
  it.each([
    ["colours", "\u001B[1;31mred\u001B[0m", "red"],
    ["24-bit colours with colons", "\u001B[38:2::255:0:0mred\u001B[m", "red"],
    ["cursor movement and erasing", "a\u001B[2K\u001B[1Gb\u001B[?25lc", "abc"],
    ["a window title ended by BEL", "\u001B]0;title\u0007text", "text"],
    ["a hyperlink ended by ST", "\u001B]8;;https://e.com\u001B\\link\u001B]8;;\u001B\\", "link"],
    ["a clipboard write", "a\u001B]52;c;ZXZpbA==\u0007b", "ab"],
    ["a device control string", "a\u001BP1$r0m\u001B\\b", "ab"],
    ["an application command", "a\u001B_body\u001B\\b", "ab"],
    ["a privacy message and a start of string", "a\u001B^p\u001B\\b\u001BXs\u001B\\c", "abc"],
    ["8-bit CSI", "\u009B31mred\u009B0m", "red"],
    ["8-bit OSC with 8-bit ST", "a\u009D0;title\u009Cb", "ab"],
    ["a full reset and a charset switch", "a\u001Bc\u001B(Bb", "ab"],
    ["a carriage return that hides the line before it", "Approve D-1\rApprove D-2", "Approve D-1Approve D-2"],
    ["a Windows line end", "a\r\nb", "a\nb"],
    ["backspace, bell, NUL, DEL and C1 leftovers", "a\bb\u0007c\u0000d\u007Fe\u0085f", "abcdef"],
    ["a lone escape at the end", "text\u001B", "text"]
  ])("loses %s", (_, given, expected) => {
    expect(written(given)).toBe(expected)
  })

  it("keeps the text after a sequence that never ends", () => {
    expect(written("\u001B]0;no end, and the message")).toBe("0;no end, and the message")
    expect(written("\u001B[31\u00FC no end \u001B[")).toContain("no end")
  })

  it("keeps tabs, line feeds, brackets and every printable character", () => {
    const text = "tab\tline\n[31m ünïcode 漢字 👩‍👩‍👧 \u202Ertl"
    expect(written(text)).toBe(text)
  })

  it("is well formed: a lone surrogate is U+FFFD and a pair stays", () => {
    expect(written("\uD800a\uDC00b😀")).toBe("\uFFFDa\uFFFDb😀")
  })

  it("is never changed by being cleaned again", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(written(written(text))).toBe(written(text))
      }),
      { numRuns: 1000 }
    )
  })

  it("takes time in proportion to its length, whatever it is made of", () => {
    for (const piece of [
      "\u001B]",
      "\u001B[",
      "\u001B[0;",
      "\u001BP\u009D",
      "\u001B ",
      "\u009B1",
      "\uD800",
      "\r"
    ]) {
      expect(typeof written(piece.repeat(300_000))).toBe("string")
    }
  })

  it("is plain in every field of an error", () => {
    const red = "\u001B[31mtext\u001B[0m\r"
    const error = new CommandError({
      code: "ANY_CODE",
      exit: CommandExit.CONFLICT,
      message: red,
      suggestion: red,
      detail: red,
      docsUrl: red,
      fixRequired: red,
      fixCommand: red,
      cause: new Error(`${red}!`),
      context: { [red]: [red] },
      errors: [{ field: red, message: red }]
    })
    const { error: detail } = failure(error, { durationMs: 1 })
    expect(detail).toEqual({
      code: "ANY_CODE",
      message: "text",
      retryable: false,
      suggestion: "text",
      fix_required: "text",
      fix_command: "text",
      detail: "text",
      cause: "text!",
      context: { text: ["text"] },
      docs_url: "text",
      errors: [{ field: "text", message: "text" }]
    })
  })
})
