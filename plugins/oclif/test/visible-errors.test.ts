import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { executedBy, OneProcess } from "./support/one-process.ts"

const hidden = "\u001B]52;c;aGkh\u0007\u001B[2K\rno\u202E\nError: all is well"
const escaped = "\\u{1b}]52;c;aGkh\\u{7}\\u{1b}[2K\\u{d}no\\u{202e}\\u{a}Error: all is well"

const tooMany = ["plain", "D-1", hidden]
/** What somebody was made to type, and where it is said again. */
const calls: readonly (readonly [
  what: string,
  entries: readonly Entry[],
  args: readonly string[],
  exit: number
])[] = [
  ["an argument too many", ["plain", "launched"], tooMany, 2],
  ["a flag that there is not", ["plain", "launched"], ["plain", "D-1", `--${hidden}`], 2],
  ["an argument that its parser refuses", ["plain", "launched"], ["refusing-argument", hidden], 2],
  ["an argument that a typed error names", ["plain", "launched"], ["missing-subject", hidden], 5],
  ["an argument of an ordinary command", ["launched"], ["exits", hidden], 2],
  ["a command that there is not", ["launched"], [hidden], 2],
  ["a format that there is not", ["launched"], ["plain", "D-1", "--format", hidden], 2]
]
function expectVisible(shown: string): void {
  expect(shown).toContain(escaped)
  expect(shown).not.toMatch(/\u001B\]52|\u001B\[2K|\u202E|\u0007|^\W*Error: all is well/mu)
}

describe.each([4, 5] as const)("at a terminal an error in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["plain", "refusing-argument", "missing-subject", "exits"])
  })
  afterAll(() => host?.remove())

  describe.each<Entry>(["plain", "launched"])("with bin/%s.js", (entry) => {
    let terminal: OneProcess
    beforeAll(async () => {
      terminal = await OneProcess.atTerminal(host, executedBy(host, entry), 400)
    })
    afterAll(() => terminal?.end())

    it.concurrent.each(calls.filter(([, entries]) => entries.includes(entry)))(
      "shows what is hidden in %s, and does not act it out",
      async (_, _entries, args, exit) => {
        const { exitCode, raw, deeds } = await terminal.call(args)
        expect([exitCode, deeds]).toEqual([exit, []])
        expectVisible(raw)
      }
    )

    it.concurrent("does so in a process of its own", async () => {
      const { env } = host.run()
      const own = Terminal.start(host.command(entry, tooMany), { env, cwd: host.root, columns: 400 })
      expect((await own.ended).exitCode).toBe(2)
      expectVisible(own.raw)
    })
  })
})
