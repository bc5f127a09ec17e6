import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import type { AskOutcome } from "../src/index.ts"
import { KeyDecoder } from "../src/terminal/keys.ts"
import { emptyLine, press } from "../src/terminal/line-editor.ts"
import { builtPackage } from "./support/attestation.ts"
import { Conversation, elapsed } from "./support/conversation.ts"

let built: ReturnType<typeof builtPackage>
beforeAll(() => {
  built = builtPackage()
})
afterAll(() => built.remove())

const earlyInput = (outcome: AskOutcome): string | undefined =>
  outcome._tag === "Confirmed" ? outcome.record.circumstances.early_input : undefined

describe("what is typed before the mark", () => {
  it("does not count, be it the answer or a held Enter key", async () => {
    const conversation = Conversation.start(built, [{ before: "busy" }, { before: "busy" }])
    await conversation.told("PID")
    conversation.terminal.type("D-42\r\r\r\r")
    const first = await conversation.answer("D-42\r")
    expect(first._tag).toBe("Confirmed")
    expect(earlyInput(first)).toBe("discarded")
    conversation.terminal.type("D-42")
    const second = await conversation.answer("\r")
    expect(second).toMatchObject({ _tag: "Mismatch", difference: { kind: "empty" } })
  })

  it("does not count either when the process was too busy to read it before the wait for silence was over", async () => {
    const folder = mkdtempSync(join(tmpdir(), "byhand-busy-"))
    const typed = join(folder, "typed")
    const conversation = Conversation.start(built, [{ before: "blocking" }], { env: { TYPED: typed } })
    await conversation.terminal.waitFor("BUSY\n")
    conversation.terminal.type("D-42\r")
    writeFileSync(typed, "")
    const outcome = await conversation.answer("\r")
    expect(outcome).toMatchObject({ _tag: "Mismatch", difference: { kind: "empty" } })
    rmSync(folder, { recursive: true })
  })

  it("is waited for until it stops", async () => {
    const conversation = Conversation.start(built, [{}])
    // Held from before it is drawn: a busy machine may make a pause at first.
    const held = setInterval(() => conversation.terminal.type("D"), 10)
    await conversation.terminal.waitFor("D-42\n\n")
    await elapsed(400)
    clearInterval(held)
    await conversation.terminal.waitFor("D-42\n\n> ")
    conversation.terminal.type("\u0015D-42\r")
    expect(earlyInput(await conversation.told<AskOutcome>("OUTCOME"))).toBe("discarded")
  })

  it("is left out to its end when it is a paste that goes on after the mark", async () => {
    const conversation = Conversation.start(built, [{}])
    conversation.terminal.type("\u001b[200~some")
    await conversation.mark()
    conversation.terminal.type("thing\nD-42\n\u001b[201~")
    await elapsed(100)
    conversation.terminal.type("D-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject({ _tag: "Confirmed", record: { pasted: false } })
  })

  it("may be Ctrl-C, which interrupts at once", async () => {
    const conversation = Conversation.start(built, [{}])
    await conversation.terminal.waitFor("D-42\n\n")
    conversation.terminal.type("xx\u0003")
    expect(await conversation.told("OUTCOME")).toEqual({ _tag: "Interrupted", signal: "SIGINT" })
  })
})

describe("Ctrl-C", () => {
  it("interrupts, twice or held down as well, and also when it comes right after the answer", async () => {
    const conversation = Conversation.start(built, [{}, {}, {}, {}])
    for (const typed of ["\u0003", "D-42\u0003\u0003\u0003", "D-42\r\u0003"])
      expect(await conversation.answer(typed)).toEqual({ _tag: "Interrupted", signal: "SIGINT" })
    await conversation.mark()
    const held = setInterval(() => conversation.terminal.type("\u0003"), 10)
    setTimeout(() => clearInterval(held), 150)
    expect(await conversation.told("OUTCOME")).toEqual({ _tag: "Interrupted", signal: "SIGINT" })
  })

  it("interrupts the questions that wait behind the one it was typed at, and none that is asked later", async () => {
    const conversation = Conversation.start(built, [{ times: 3 }, {}, { times: 2 }])
    const interrupted = { _tag: "Interrupted", signal: "SIGINT" }
    expect(await conversation.answer("\u0003")).toEqual(interrupted)
    expect(await conversation.told("OUTCOME")).toEqual(interrupted)
    expect(await conversation.told("OUTCOME")).toEqual(interrupted)
    expect((await conversation.answer("D-42\r"))._tag).toBe("Confirmed")
    await conversation.mark()
    conversation.terminal.type("D-42\r")
    await conversation.mark()
    conversation.terminal.type("D-43\r")
    expect((await conversation.told<AskOutcome>("OUTCOME"))._tag).toBe("Confirmed")
    expect((await conversation.told<AskOutcome>("OUTCOME"))._tag).toBe("Mismatch")
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })

  it("gets through from a terminal left in an enhanced keyboard mode, and out of a sequence or paste that never ends", async () => {
    const conversation = Conversation.start(built, [{}, {}, {}])
    for (const typed of ["\u001b[99;5u", "\u001b]0;title\u0003"])
      expect(await conversation.answer(typed)).toEqual({ _tag: "Interrupted", signal: "SIGINT" })
    await conversation.mark()
    conversation.terminal.type("\u001b[200~lost")
    await elapsed(700)
    conversation.terminal.type("\u0003")
    expect(await conversation.told("OUTCOME")).toEqual({ _tag: "Interrupted", signal: "SIGINT" })
  })
})

describe("the Escape key", () => {
  it("does nothing, and the character typed after it counts", async () => {
    const conversation = Conversation.start(built, [{}])
    await conversation.mark()
    conversation.terminal.type("\u001b")
    await elapsed(700)
    conversation.terminal.type("D-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject({ _tag: "Confirmed" })
  })
})

/** What the pure parts make of the bytes: the outcome a question must have. */
function modelled(typed: string): string {
  const keys = new KeyDecoder().push(Buffer.from(typed))
  if (keys.some(({ type }) => type === "interrupt")) return "Interrupted"
  let line = emptyLine
  for (const key of keys) {
    if (key.type === "enter" || (key.type === "end-of-input" && line === emptyLine)) break
    line = press(line, key)
  }
  return line.before + line.after === "D-42" ? "Confirmed" : "Mismatch"
}

describe("whatever is typed", () => {
  it("the question settles, and confirms exactly when the line is the expected one", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "D-42",
        "D-4",
        "2",
        " ",
        "\u007f",
        "\u0015",
        "\u0017",
        "\u001b[D",
        "\u001b[12;5R",
        "\u001b",
        "é"
      ),
      fc.string({ unit: "binary", maxLength: 6 })
    )
    const end = fc.constantFrom("\r", "\n", "\u0003", "\u0015\u0004", "\u0015D-42\r")
    const typed = fc
      .tuple(fc.array(piece, { maxLength: 5 }), end)
      .map(([pieces, last]) => pieces.join("").replaceAll("\u001a", "") + last)
    const lines = fc.sample(typed, { numRuns: 30, seed: 42 })
    const conversation = Conversation.start(
      built,
      lines.map(() => ({}))
    )
    const outcomes: string[] = []
    for (const line of lines) outcomes.push((await conversation.answer(line))._tag)
    expect(outcomes).toEqual(lines.map(modelled))
    expect(new Set(outcomes).size).toBe(3)
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })
})
