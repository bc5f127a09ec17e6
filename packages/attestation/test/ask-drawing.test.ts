import { createHash } from "node:crypto"

import { Terminal } from "@byhand/conformance"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { asker, builtPackage } from "./support/attestation.ts"
import { Conversation, elapsed } from "./support/conversation.ts"

let built: ReturnType<typeof builtPackage>
beforeAll(() => {
  built = builtPackage()
})
afterAll(() => built.remove())

const confirmed = { _tag: "Confirmed" }

describe("the question", () => {
  it("shows the statement, then the text to type alone and unquoted on its line, then the mark", async () => {
    const conversation = Conversation.start(built, [{}])
    const seen = await conversation.mark()
    expect(seen).toContain(
      [
        "",
        "| Approve decision D-42?",
        "",
        "To confirm, type this line and press Enter (Ctrl-C cancels):",
        "",
        "D-42",
        "",
        "> "
      ].join("\n")
    )
    conversation.terminal.type("D-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject(confirmed)
  })

  it("tells the person how a wrong answer differs, and tells nothing after a right one or Ctrl-C", async () => {
    const conversation = Conversation.start(built, [{}, {}, {}])
    for (const typed of ["D-42 \r", "D-42\r", "D-\u0003"]) await conversation.answer(typed)
    await conversation.told("DONE")
    const { screen } = conversation.terminal
    expect(screen).toContain("\n> D-42 \nThe typed text has a space at the end.\nOUTCOME")
    expect(screen).toContain("\n> D-42\nOUTCOME")
    expect(screen).toContain("\n> D-\nOUTCOME")
  })

  it("shows hostile text escaped: no carriage return, escape, bidi or invisible character acts on the terminal", async () => {
    const statement =
      "Approve D-1\rApprove D-2 \u001b[2J\u001b]52;c;ZXZpbA==\u0007 \u202eevil\u200b\u3164 \u009b2J a\u00a0b \\u{1b}\n> D-42"
    const conversation = Conversation.start(built, [{ request: { statement } }])
    const seen = await conversation.mark()
    expect(seen).toContain(
      "| Approve D-1\\u{d}Approve D-2 \\u{1b}[2J\\u{1b}]52;c;ZXZpbA==\\u{7} \n" +
        "| \\u{202e}evil\\u{200b}\\u{3164} \\u{9b}2J a\\u{a0}b \\u{5c}u{1b}\n" +
        "| > D-42\n"
    )
    expect(conversation.terminal.raw).not.toMatch(/[\u202e\u200b\u3164\u009b\u00a0\u0007]/u)
    expect(conversation.terminal.raw).not.toContain("\u001b[2J")
    conversation.terminal.hangUp()
  })

  it("undoes first what an earlier program did to the terminal, and erases nothing that it has drawn", async () => {
    const conversation = Conversation.start(built, [{ before: "left" }])
    await conversation.mark()
    const { raw } = conversation.terminal
    const before = raw.slice(0, raw.indexOf("| Approve"))
    for (const undone of [
      "\u001b[r",
      "\u001b[?1049l",
      "\u001b[0m",
      "\u001b[?7h",
      "\u001b[?25h",
      "\u001b[?2004h"
    ])
      expect(before).toContain(undone)
    // Put back after the sequences that move the cursor or bring back an old colour.
    expect(before.lastIndexOf("\u001b8")).toBeLessThan(before.lastIndexOf("\u001b[0m"))
    conversation.terminal.type("wrong\u007f\r")
    await conversation.told("OUTCOME")
    const drawn = conversation.terminal.raw.slice(raw.indexOf("| Approve"), raw.indexOf("\n> "))
    expect(drawn).not.toMatch(/\u001b(?!\[1m|\[0m)/u)
    expect(conversation.terminal.screen).toContain("| Approve decision D-42?")
  })

  it("uses no more than bold, and not even that under NO_COLOR", async () => {
    for (const NO_COLOR of ["", "1"]) {
      const conversation = Conversation.start(built, [{}], { env: { NO_COLOR } })
      await conversation.mark()
      const { raw } = conversation.terminal
      const drawn = raw.slice(raw.indexOf("| Approve"), raw.lastIndexOf("\n> "))
      expect(drawn.includes("\n\u001b[1mD-42\u001b[0m\r")).toBe(NO_COLOR === "")
      expect(drawn.replace("\u001b[1mD-42\u001b[0m", "")).not.toContain("\u001b")
      conversation.terminal.hangUp()
    }
  })

  it("sends no control sequence at all under TERM=dumb, and a corrected line appears anew", async () => {
    const conversation = Conversation.start(built, [{}, {}], { env: { TERM: "dumb" } })
    expect((await conversation.answer("D-43\u007f\u001b[D2\r"))._tag).toBe("Confirmed")
    await conversation.mark()
    conversation.terminal.type("D-")
    await conversation.terminal.waitFor(/\n> D-$/u)
    conversation.terminal.type("\u007f")
    await conversation.terminal.waitFor(/\n> D-\n> D$/u)
    conversation.terminal.type("-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject(confirmed)
    expect(conversation.terminal.raw).not.toMatch(/[\u001b\b]/u)
  })
})

describe("a statement that does not fit on the screen", () => {
  it("keeps its head and its end, and says how many lines are missing and the digest of the whole", async () => {
    const statement = Array.from({ length: 100 }, (_, index) => `step ${index + 1} of the plan`).join("\n")
    const conversation = Conversation.start(built, [{ request: { statement } }])
    const seen = await conversation.mark()
    const sha256 = createHash("sha256").update(statement).digest("hex")
    const lines = seen.slice(seen.indexOf("| step 1 ")).split("\n")
    const shown = lines.filter((line) => line.startsWith("| "))
    expect(lines.join("")).toContain(
      `(${100 - shown.length} of 100 lines are not shown. The sha256 of the whole: ${sha256})`
    )
    expect(shown[0]).toBe("| step 1 of the plan")
    expect(shown.at(-1)).toBe("| step 100 of the plan")
    expect(lines.length + 1).toBe(24)
    conversation.terminal.type("D-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject({
      record: { statement, statement_sha256: sha256, circumstances: { lines_not_shown: 100 - shown.length } }
    })
  })
})

describe("at 40 columns", () => {
  const statement =
    "Release 2026.12 of every package to the registry, 漢字の説明とともに, and tell all who wait for it"
  const expected = "release/2026.12.01-rc.1:sha-8f14e45fceea167a5a36dedd4bea2543"

  it("rows are broken between words, behind their bar, and the text to type stays one line", async () => {
    const conversation = Conversation.start(built, [{ request: { statement, expected } }], { columns: 40 })
    const seen = await conversation.mark()
    expect(seen).toContain(
      [
        "| Release 2026.12 of every package to ",
        "| the registry, 漢字の説明とともに, and ",
        "| tell all who wait for it",
        "",
        "To confirm, type this line and press ",
        "Enter (Ctrl-C cancels):",
        "",
        expected,
        ""
      ].join("\n")
    )
    conversation.terminal.type(`${expected.slice(0, 50)}x`)
    await elapsed(50)
    conversation.terminal.type(`\u007f${expected.slice(50)}\r`)
    expect(await conversation.told("OUTCOME")).toMatchObject(confirmed)
  })

  it("whatever is typed, the question above the answer stays as it was drawn", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "\u007f",
        "\u001b[D",
        "\u001b[H",
        "\u001b[F",
        "\u001b[3~",
        "\u0017",
        "\u000b",
        "漢字",
        "e\u0301",
        "👩‍💻",
        "\u202e"
      ),
      fc.string({ maxLength: 60 })
    )
    const typed = fc.sample(fc.array(piece, { minLength: 3, maxLength: 8 }), { numRuns: 10, seed: 7 })
    for (const term of ["xterm", "dumb"]) {
      const conversation = Conversation.start(
        built,
        typed.map(() => ({ request: { statement, expected } })),
        { columns: 40, env: { TERM: term } }
      )
      let question = ""
      for (const pieces of typed) {
        const drawn = await conversation.mark()
        question = drawn.slice(drawn.lastIndexOf("| Release"), drawn.lastIndexOf("\n> "))
        for (const part of pieces) {
          conversation.terminal.type(part)
          await elapsed(4)
        }
        conversation.terminal.type("\u0015x\r")
        await conversation.told("OUTCOME")
      }
      expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
      expect(question).toContain(expected)
      expect(conversation.terminal.screen.split(question)).toHaveLength(typed.length + 1)
    }
  })

  it("a window that is resized while a long line is typed gets the line on fresh rows", async () => {
    const conversation = Conversation.start(built, [{ request: { statement, expected } }], { columns: 40 })
    await conversation.mark()
    conversation.terminal.type(expected.slice(0, 50))
    await conversation.terminal.waitFor("\n> release/2026.12.01-rc.1:sha-8f14e45fc\n  eea")
    conversation.terminal.resize(30, 24)
    await elapsed(100)
    conversation.terminal.type(`${expected.slice(50)}\r`)
    expect(await conversation.told("OUTCOME")).toMatchObject(confirmed)
    expect(conversation.terminal.screen).toContain("| tell all who wait for it")
  })
})

describe("the circumstances", () => {
  it("name what stands above the process and what is set around it, and never a value", async () => {
    const inside = `node ${asker} '[{}]'`
    const conversation = new Conversation(
      Terminal.start(["script", "-qec", inside, "/dev/null"], {
        env: {
          PATH: process.env["PATH"],
          ATTESTATION: built.path,
          CLAUDECODE: "1",
          CODEX_SANDBOX: "secret-value",
          TERM: "xterm",
          SHELL: "/bin/sh"
        }
      })
    )
    const outcome = await conversation.answer("D-42\r")
    expect(outcome).toMatchObject({
      record: {
        circumstances: {
          agent_variables: ["CLAUDECODE", "CODEX_SANDBOX"],
          pty_programs: process.platform === "linux" ? expect.arrayContaining(["script"]) : "unknown"
        }
      }
    })
    expect(JSON.stringify(outcome)).not.toContain("secret-value")
  })

  it("name an interpreter that opened the session, as a program that types for a person is", async () => {
    const conversation = new Conversation(
      Terminal.start(["sh", "-c", `node ${asker} '[{}]'; :`], {
        env: { PATH: process.env["PATH"], ATTESTATION: built.path }
      })
    )
    expect(await conversation.answer("D-42\r")).toMatchObject({
      record: { circumstances: { pty_programs: ["node"], session_leader: "sh", agent_variables: [] } }
    })
  })
})
