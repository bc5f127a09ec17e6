import { createHash } from "node:crypto"

import { afterAll, beforeAll, describe, expect, it } from "vitest"

import type { AskOutcome } from "../src/index.ts"
import { builtPackage } from "./support/attestation.ts"
import { Conversation, elapsed, type Step } from "./support/conversation.ts"

let built: ReturnType<typeof builtPackage>
beforeAll(() => {
  built = builtPackage()
})
afterAll(() => built.remove())

/** One process asks every question of a list; each answer is what the person types at the mark. */
async function outcomesOf(
  steps: readonly Step[],
  answers: readonly string[]
): Promise<readonly AskOutcome[]> {
  const conversation = Conversation.start(built, steps)
  const outcomes: AskOutcome[] = []
  for (const typed of answers) outcomes.push(await conversation.answer(typed))
  expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  return outcomes
}

const tags = (outcomes: readonly AskOutcome[]): readonly string[] =>
  outcomes.map((outcome) => (outcome._tag === "Mismatch" ? outcome.difference.kind : outcome._tag))

describe("an answer", () => {
  it("confirms when it is exactly the expected text, and writes a record of what was shown", async () => {
    const start = Date.now()
    const [outcome] = await outcomesOf(
      [{ request: { statement: "Approve D-42?\nIt was\u202e late." } }],
      ["D-42\r"]
    )
    expect(outcome?._tag).toBe("Confirmed")
    if (outcome?._tag !== "Confirmed") return
    const { record } = outcome
    expect(record.statement).toBe("Approve D-42?\nIt was\\u{202e} late.")
    expect(record.statement_sha256).toBe(createHash("sha256").update(record.statement).digest("hex"))
    expect(record.expected).toBe("D-42")
    expect(record.pasted).toBe(false)
    expect(Date.parse(record.confirmed_at)).toBeGreaterThanOrEqual(start)
    expect(record.assurance).toContain("a speed bump and an honest record, not a security boundary")
    expect(record.circumstances).toMatchObject({
      drawn_on: "stderr",
      lines_not_shown: 0,
      early_input: "none",
      asked: 1
    })
  })

  it("is compared code point by code point: nothing is trimmed, folded, unquoted or normalised", async () => {
    const typed = [
      "d-42",
      " D-42",
      "D-42 ",
      "D-42\u00a0",
      "'D-42'",
      '"D-42"',
      "D\u201142",
      "\u0410-42",
      "D-4",
      "D-421",
      "\uff24-42",
      "y",
      "D-42\u200b"
    ]
    const outcomes = await outcomesOf(
      typed.map(() => ({})),
      typed.map((line) => `${line}\r`)
    )
    expect(tags(outcomes)).toEqual([
      "other-case",
      "space-at-start",
      "space-at-end",
      "space-at-end",
      "quoted",
      "quoted",
      "look-alike",
      "other",
      "shorter",
      "longer",
      "look-alike",
      "agreement",
      "unseen-character"
    ])
  })

  it("in decomposed form does not confirm a composed text", async () => {
    const step = { request: { expected: "caf\u00e9", alphabet: "any" } } as const
    expect(tags(await outcomesOf([step, step], ["cafe\u0301\r", "caf\u00e9\r"]))).toEqual([
      "combining",
      "Confirmed"
    ])
  })

  it("that is empty is a mismatch, and so is Ctrl-D on an empty line: there is no default", async () => {
    expect(tags(await outcomesOf([{}, {}, {}], ["\r", "\u0004", "\n"]))).toEqual(["empty", "empty", "empty"])
  })

  it("goes on after Ctrl-D in the middle of the line", async () => {
    expect(tags(await outcomesOf([{}], ["D-\u000442\r"]))).toEqual(["Confirmed"])
  })

  it("ends at a carriage return or a line feed, and loses only that", async () => {
    expect(tags(await outcomesOf([{}, {}, {}], ["D-42\r", "D-42\n", "D-42\r\n"]))).toEqual(
      Array(3).fill("Confirmed")
    )
  })

  it("can be edited, and keys without a use here do nothing: no history, no completion", async () => {
    const answers = [
      "D-43\u007f2\r",
      "approve\u0015D-42\r",
      "no D-41\u0017D-42\r",
      "\u001b[A\u001b[B\tD-42\t\u001b[A\r",
      "-42\u001b[HD\r",
      "D-4\u001b[D\u001b[D\u001b[C\u001b[F2\r",
      "XD-42\u0001\u001b[3~\r",
      "D-42junk\u001b[D\u001b[D\u001b[D\u001b[D\u000b\r"
    ]
    const outcomes = await outcomesOf(
      answers.map(() => ({})),
      answers
    )
    expect(tags(outcomes)).toEqual([...Array(2).fill("Confirmed"), "other", ...Array(5).fill("Confirmed")])
  })

  it("of 5,000 or 20,000 characters is a mismatch, not cut to what would match, and quickly so", async () => {
    const start = performance.now()
    const long = `D-42\r`.padStart(5_005, "x")
    const conversation = Conversation.start(built, [{}, {}])
    expect(await conversation.answer(long)).toMatchObject({ _tag: "Mismatch" })
    expect(
      await conversation.answer(
        `D-42${"\u001b[C".repeat(3)}${"x".repeat(20_000)}${"\u007f".repeat(20_000)}D-42\r`
      )
    ).toMatchObject({ _tag: "Mismatch", difference: { kind: "too-long" } })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it("by bracketed paste counts and is recorded as pasted, unless it was erased and typed", async () => {
    const outcomes = await outcomesOf(
      [{}, {}, {}],
      [
        "\u001b[200~D-42\u001b[201~\r",
        "D-\u001b[200~4\u001b[201~2\r",
        "\u001b[200~D-43\u001b[201~\u0015D-42\r"
      ]
    )
    expect(outcomes.map((outcome) => outcome._tag === "Confirmed" && outcome.record.pasted)).toEqual([
      true,
      true,
      false
    ])
  })

  it("by paste is taken literally: a tab or an escape in it is no key", async () => {
    const outcomes = await outcomesOf(
      [{}, {}],
      ["\u001b[200~D-42\t\u001b[201~\r", "\u001b[200~D-4\u001b[D2\u001b[201~\r"]
    )
    expect(tags(outcomes)).toEqual(["space-at-end", "other"])
  })

  it("of several pasted lines is the first one, and the rest reaches neither the next question nor the shell", async () => {
    const conversation = Conversation.start(built, [{}, { after: "readline" }])
    expect(await conversation.answer("\u001b[200~D-42\nD-42\nrm -rf x\n\u001b[201~")).toMatchObject({
      _tag: "Confirmed"
    })
    await conversation.mark()
    conversation.terminal.type("no\rD-42\rtouch y\r")
    await elapsed(300)
    conversation.terminal.type("after\r")
    expect(await conversation.told("LINE")).toBe("after")
    expect(await conversation.told("OUTCOME")).toMatchObject({ _tag: "Mismatch" })
  })

  it("is not followed by the rest of a paste that is too long to arrive at once", async () => {
    const conversation = Conversation.start(built, [{ after: "readline" }])
    await conversation.mark()
    // A terminal takes about 4,000 bytes at once.
    conversation.terminal.type(`D-42\r${"echo leaked\r".repeat(500)}`)
    await conversation.terminal.waitFor("next? ")
    await elapsed(100)
    conversation.terminal.type("after\r")
    expect(await conversation.told("LINE")).toBe("after")
    expect(await conversation.told("OUTCOME")).toMatchObject({ _tag: "Confirmed" })
  })

  it("may be a character of several bytes that arrive one by one, and reports of the terminal between them are no keys", async () => {
    const conversation = Conversation.start(built, [{ request: { expected: "é漢-1", alphabet: "any" } }])
    await conversation.mark()
    const { terminal } = conversation
    for (const byte of Buffer.from("é漢")) {
      conversation.typeBytes(byte)
      await elapsed(15)
    }
    terminal.type("\u007f")
    for (const part of [
      "\u001b",
      "[12;4",
      "0R",
      "漢",
      "\u001b]11;rgb:00",
      "00/0000/0000",
      "\u001b",
      "\\",
      "-",
      "\u001b[?62;c",
      "\u001bP1$r",
      "0m\u001b\\",
      "\u001b_Gi=1;OK\u001b\\",
      "1"
    ]) {
      terminal.type(part)
      await elapsed(15)
    }
    terminal.type("\r")
    expect(await conversation.told("OUTCOME")).toMatchObject({ _tag: "Confirmed" })
  })
})
