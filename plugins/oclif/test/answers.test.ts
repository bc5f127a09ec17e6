import { personMark, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endsAtTerminal, type TerminalEnd } from "./support/ends-at-terminal.ts"
import type { GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"
import { hostWith } from "./support/host-with.ts"
import { stackIn } from "./support/stack-in.ts"

const mark = new RegExp(`(?:^|\n)${personMark}$`, "u")
const paste = (text: string) => `\u001b[200~${text}\u001b[201~`

interface Answer {
  readonly what: string
  /** The keys from the mark on, as a terminal sends them. */
  readonly keys: string
  /** What the person is told of the difference; left out for what confirms. */
  readonly says?: string
  readonly id?: string
}

const confirming: readonly Answer[] = [
  { what: "exactly the text", keys: "D-1\r" },
  { what: "the text and a carriage return with a line feed", keys: "D-1\r\n" },
  { what: "Ctrl-D in the middle of the line, which does nothing", keys: "D\u0004-1\r" },
  { what: "the text pasted at once, without paste marks", keys: "D-1\n" },
  { what: "the text pasted between paste marks", keys: `${paste("D-1")}\r` },
  { what: "the text and its line break pasted between paste marks", keys: paste("D-1\n") },
  { what: "a wrong character taken back with Backspace", keys: "D-2\u007f1\r" },
  {
    what: "arrow keys, Home, End and Delete on the way",
    keys: "XD-\u001b[H\u001b[3~\u001b[D\u001b[C\u001b[F\u001b[A\u001b[B1\r"
  },
  { what: "a cursor position report among the keys", keys: "D-\u001b[24;80R1\r" },
  { what: "a colour report among the keys", keys: "D\u001b]11;rgb:0000/0000/0000\u001b\\-1\r" },
  { what: "a device report among the keys", keys: "\u001b[?62;22cD-1\u001b[>0;276;0c\r" }
]

const failing: readonly Answer[] = [
  { what: "a space at the end", keys: "D-1 \r", says: "a space at the end" },
  { what: "a space at the start", keys: " D-1\r", says: "a space at the start" },
  { what: "a tab, pasted at the end", keys: `${paste("D-1\t")}\r`, says: "U+0009" },
  { what: "a no-break space at the end", keys: "D-1\u00a0\r", says: "U+00A0 NO-BREAK SPACE at the end" },
  { what: "another case", keys: "d-1\r", says: "Capital and small letters count" },
  { what: "a Cyrillic letter that looks the same", keys: "\u0410-1\r", says: "U+0410", id: "A-1" },
  { what: "a hyphen that looks the same", keys: "D\u20111\r", says: "U+2011 NON-BREAKING HYPHEN" },
  { what: "full-width letters", keys: "\uff24-1\r", says: "U+FF24" },
  { what: "a combining mark", keys: "D-1\u0301\r", says: "U+0301" },
  { what: "a zero-width space", keys: "D-\u200b1\r", says: "cannot be seen" },
  { what: "quotation marks", keys: "'D-1'\r", says: "in quotation marks" },
  { what: "a part of the text", keys: "D-\r", says: "Only the first 2 characters of 3" },
  { what: "more than the text", keys: "D-12\r", says: "1 character too many" },
  { what: "yes", keys: "yes\r", says: '"yes" does not confirm' },
  { what: "nothing", keys: "\r", says: "Nothing was typed" },
  { what: "Ctrl-D on an empty line", keys: "\u0004", says: "Nothing was typed" },
  { what: "escape sequences spelled out as text", keys: "D-1\\u001b\r", says: "6 characters too many" },
  { what: "another text, then the text on the next line", keys: "D-2\rD-1\r", says: 'Character 3 is "2"' },
  {
    what: "another text and then the text, pasted",
    keys: `${paste("D-2\nD-1\n")}`,
    says: 'Character 3 is "2"'
  },
  { what: "10,000 characters", keys: `${"D-1".padEnd(10_000, "x")}\r`, says: "9997 characters too many" },
  {
    what: "more than 10,000 characters",
    keys: `D-1${" ".repeat(10_000)}\r`,
    says: "More than 10,000 characters"
  }
]

const heldKeys = [
  ["Enter", "\r", "Nothing was typed"],
  ["a letter", "x", 'Character 1 is "x"']
] as const

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["plain"])
  })
  afterAll(() => host?.remove())

  /** Starts the command in a process of its own. */
  function start() {
    const { env, deeds } = host.run()
    return { terminal: Terminal.start(host.command("launched", ["plain", "D-1"]), { env }), deeds }
  }

  // What is typed is read by the question alone, which knows no oclif: one process asks for each answer in turn.
  describe("of questions that one process asks", () => {
    const answers = [...confirming, ...failing]
    let ends: readonly TerminalEnd[]
    beforeAll(async () => {
      const calls = answers.map(({ keys, id = "D-1" }) => ({ args: ["plain", id], keys: [keys] }))
      ends = await endsAtTerminal(host, calls)
    })

    it.each(titled(confirming))("%s runs the command", (_, answer) => {
      expect(ends[answers.indexOf(answer)]).toMatchObject({ asked: 1, exit: 0, deeds: ["plain D-1"] })
    })

    it.each(titled(failing))("%s does not, and the terminal says why", (_, answer) => {
      const { message, shown, ...end } = ends[answers.indexOf(answer)] as TerminalEnd
      expect(end).toMatchObject({ asked: 1, exit: 4, code: "ATTESTATION_MISMATCH", deeds: [] })
      expect(shown.replaceAll(/\s+/gu, " ")).toContain(answer.says)
      expect(message).toBe(`The typed text does not match ${answer.id ?? "D-1"}; nothing is done`)
    })
  })

  it.concurrent("the right text ends the process with 0, once the deed is done", async () => {
    const { terminal, deeds } = start()
    await terminal.waitFor(mark)
    terminal.type("D-1\r")
    expect((await terminal.ended).exitCode).toBe(0)
    expect(deeds()).toEqual(["plain D-1"])
  })

  it.concurrent("another text ends it with 4, and the terminal says that nothing is done", async () => {
    const { terminal, deeds } = start()
    await terminal.waitFor(mark)
    // What is left over of the keys is no second answer.
    terminal.type("D-2\rD-1\r")
    expect((await terminal.ended).exitCode).toBe(4)
    const told = terminal.screen.replaceAll(/\s+/gu, " ")
    expect(told).toContain('Character 3 is "2"')
    expect(told).toContain("The typed text does not match D-1; nothing is done")
    expect(stackIn(terminal.screen)).toBeUndefined()
    expect(deeds()).toEqual([])
  })

  it.concurrent("the text typed before the mark does not count", async () => {
    const { terminal, deeds } = start()
    terminal.type("D-1\rD-1")
    await terminal.waitFor(mark)
    terminal.enter()
    expect((await terminal.ended).exitCode).toBe(4)
    expect(terminal.screen).toContain("Nothing was typed")
    expect(deeds()).toEqual([])
  })

  it.concurrent.each(shareOf(heldKeys, major))(
    "%s, held down since before the start, answers nothing by itself",
    async (_, key, says) => {
      const { terminal, deeds } = start()
      const held = setInterval(() => terminal.type(key), 30)
      try {
        await terminal.waitFor(key === "\r" ? /\n> \n/u : /\n> x/u)
        if (key !== "\r") terminal.enter("D-1")
        expect((await terminal.ended).exitCode).toBe(4)
      } finally {
        clearInterval(held)
      }
      expect(terminal.screen).toContain(says)
      expect(deeds()).toEqual([])
    }
  )
})

/** With the name in front, for the title of the test. */
function titled(answers: readonly Answer[]) {
  return answers.map((answer) => [answer.what, answer] as const)
}
