import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { personMark, Terminal, type TerminalOptions } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { shareOf } from "./support/share-of.ts"
import { stackIn } from "./support/stack-in.ts"

const mark = new RegExp(`(?:^|\n)${personMark}$`, "u")

/** What an agent could put into the title of a record, and what the person must see of it. */
const hostile: Readonly<Record<string, readonly [statement: string, shown: string]>> = {
  "colours that hide text": [
    "Pay 10\u001b[8m to mallory\u001b[0m?",
    "Pay 10\\u{1b}[8m to mallory\\u{1b}[0m?"
  ],
  "a cleared screen": ["Pay mallory\u001b[2J\u001b[H?", "Pay mallory\\u{1b}[2J\\u{1b}[H?"],
  "OSC 52, which fills the clipboard": ["Pay\u001b]52;c;RC0x\u0007?", "Pay\\u{1b}]52;c;RC0x\\u{7}?"],
  "OSC 0, which names the window": ["Pay\u001b]0;all is well\u001b\\?", "Pay\\u{1b}]0;all is well\\u{1b}\\?"],
  "a device control string": ["Pay\u001bP+q544e\u001b\\?", "Pay\\u{1b}P+q544e\\u{1b}\\?"],
  "the C1 form of an escape": ["Pay\u009b2J?", "Pay\\u{9b}2J?"],
  "a carriage return that overwrites": ["Pay mallory\rPay alice  ?", "Pay mallory\\u{d}Pay alice  ?"],
  "backspaces that overwrite": [
    "Pay mallory\b\b\b\b\b\b\balice  ?",
    "Pay mallory\\u{8}\\u{8}\\u{8}\\u{8}\\u{8}\\u{8}\\u{8}alice  ?"
  ],
  "reversed text": ["Pay \u202eyrollam\u202c?", "Pay \\u{202e}yrollam\\u{202c}?"],
  "isolated text": [
    "Pay \u2066\u2067mallory\u2069\u2069?",
    "Pay \\u{2066}\\u{2067}mallory\\u{2069}\\u{2069}?"
  ],
  "zero-width characters": [
    "Pay al\u200bi\u200dce\u2060\ufeff?",
    "Pay al\\u{200b}i\\u{200d}ce\\u{2060}\\u{feff}?"
  ],
  "tag characters": ["Pay\u{e0041}\u{e0042}?", "Pay\\u{e0041}\\u{e0042}?"],
  "line and paragraph separators": ["Pay\u2028mallory\u2029?", "Pay\\u{2028}mallory\\u{2029}?"],
  "spaces that are no space": ["Pay\u00a0mallory\u3000?", "Pay\\u{a0}mallory\\u{3000}?"],
  "a question and a mark of its own": [
    "To confirm, type y:\n\ny\n\n> y",
    "To confirm, type y:\n| \n| y\n| \n| > y"
  ],
  "an escape spelled out": ["Pay \\u{202e}?", "Pay \\u{5c}u{202e}?"]
}

type Start = (
  args: readonly string[],
  statement: string,
  options?: TerminalOptions,
  before?: string
) => { readonly terminal: Terminal; readonly deeds: () => readonly string[] }

type Question = readonly [what: string, holds: (start: Start) => Promise<void>]

/** A statement that does not fit on a screen, and what its end is. */
const long: readonly (readonly [what: string, statement: string, end: string])[] = [
  [
    "10,000 lines",
    Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`).join("\n"),
    "line 10000"
  ],
  [
    "one line of 10,000 words",
    Array.from({ length: 10_000 }, (_, index) => `word${index + 1}`).join(" "),
    "word10000"
  ]
]

/** What holds of a question as it is drawn, which is done by code that knows no oclif. */
const questions: readonly Question[] = [
  [
    "shows what could hide or fake something as what it is, and lets none of it act",
    async (start) => {
      const statement = Object.values(hostile).map(([text]) => text)
      const { terminal, deeds } = start(["shows", "D-1"], statement.join("\n"), { rows: 60, columns: 120 })
      await terminal.waitFor(mark)
      for (const [what, [, shown]] of Object.entries(hostile))
        expect(terminal.screen, what).toContain(`\n| ${shown}\n`)
      expect(acting(terminal.raw)).toEqual([])
      terminal.enter("D-1")
      expect((await terminal.ended).exitCode).toBe(0)
      expect(deeds()).toEqual(["plain D-1"])
    }
  ],
  ...long.map(([what, statement, end]): Question => [
    `of ${what}, the beginning, the end and what is left out fit on one screen with the text to type`,
    async (start) => {
      const { terminal, deeds } = start(["shows", "D-1"], statement)
      await terminal.waitFor(mark)
      const window = terminal.screen.split("\n").slice(-24)
      expect(window[1]).toMatch(/^\| (?:line 1$|word1 word2 )/u)
      const left = window.filter((row) => row.startsWith("| ")).length
      expect(window.find((row) => row.startsWith("("))).toMatch(
        /^\(\d{3,4} of \d+ lines are not shown\. The sha256 of the whole: /u
      )
      expect(left).toBeGreaterThan(6)
      expect(window.join("")).toContain(createHash("sha256").update(statement).digest("hex"))
      expect(window.findLast((row) => row.startsWith("| "))).toContain(end)
      expect(window.slice(-4)).toEqual(["", "D-1", "", personMark])
      terminal.enter("D-2")
      expect((await terminal.ended).exitCode).toBe(4)
      expect(deeds()).toEqual([])
    }
  ]),
  [
    "shows the call itself, escaped, where the command has no words of its own",
    async (start) => {
      const { terminal, deeds } = start(["bare", "D-1", "x\u001b[2K\u202e\rD-2"], "")
      await terminal.waitFor(mark)
      expect(terminal.screen).toContain(
        "| Run this command?\n| \n|   gate bare D-1 x\\u{1b}[2K\\u{202e}\\u{d}D-2\n"
      )
      expect(acting(terminal.raw)).toEqual([])
      terminal.enter("D-1")
      expect((await terminal.ended).exitCode).toBe(0)
      expect(deeds()).toEqual(["bare"])
    }
  ],
  [
    "asks for nothing that a person cannot see and type: the command fails instead, and says so in visible text",
    async (start) => {
      const { terminal, deeds } = start(["plain", "D-1\u202e\u001b]52;c;RC0x\u0007"], "")
      expect((await terminal.ended).exitCode).toBe(1)
      expect(terminal.screen.replaceAll(/\s+/gu, " ")).toContain(
        "what its attestation() returned cannot be asked"
      )
      expect(acting(terminal.raw)).toEqual([])
      expect(stackIn(terminal.screen)).toBeUndefined()
      expect(deeds()).toEqual([])
    }
  ],
  [
    "is seen though an earlier program hid text, moved to another screen and hid the cursor",
    async (start) => {
      const left = "\\033[8m\\033[?1049h\\033[5;10r\\033[?25l"
      const { terminal } = start(["shows", "D-1"], "Pay mallory?", {}, left)
      await terminal.waitFor(mark)
      const before = terminal.raw.slice(0, terminal.raw.indexOf("Pay mallory?"))
      for (const undone of ["\u001b[0m", "\u001b[?1049l", "\u001b[r", "\u001b[?25h"])
        expect(before).toContain(undone)
      terminal.hangUp()
      await terminal.ended
    }
  ],
  [
    "fits on 40 columns",
    async (start) => {
      const statement = "Approve decision D-1, which moves the whole archive to another country?"
      const { terminal, deeds } = start(["shows", "D-1"], statement, { columns: 40 })
      await terminal.waitFor(mark)
      // A row that runs over the right edge is joined with the next one in the text of the screen.
      for (const row of terminal.screen.split("\n")) expect(row.length).toBeLessThanOrEqual(40)
      expect(terminal.screen.replaceAll(/\n\| /gu, "")).toContain(statement)
      terminal.enter("D-1")
      expect((await terminal.ended).exitCode).toBe(0)
      expect(deeds()).toEqual(["plain D-1"])
    }
  ]
]

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["shows", "bare", "plain"])
  })
  afterAll(() => host?.remove())

  /** A run whose statement is this text, at a terminal. */
  const start: Start = (args, statement, options = {}, before = "") => {
    const { env, deeds } = host.run()
    const file = `${env.GATE_DEEDS}-statement`
    writeFileSync(file, statement)
    const command = ["sh", "-c", 'printf "$0"; exec "$@"', before, ...host.command("launched", args)]
    const terminal = Terminal.start(command, { ...options, env: { ...env, GATE_STATEMENT: file } })
    return { terminal, deeds }
  }

  it.concurrent.each(shareOf(questions, major))("%s", async (_, holds) => holds(start))
})

/** What acts on a terminal in what was drawn, beside the few sequences that the question itself is drawn with. */
function acting(raw: string): readonly string[] {
  const own = /\u001b\[(?:0m|1m|J|r|4l|\?\d+[hl])|\u001b[78]|\u001b\(B|\u000f|\r+\n/gu
  return raw.replaceAll(own, "").match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0\u3000]/gu) ?? []
}
