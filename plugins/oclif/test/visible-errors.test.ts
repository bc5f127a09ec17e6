import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"

const hidden = "\u001B]52;c;aGkh\u0007\u001B[2K\rno\u202E\nError: all is well"
const escaped = "\\u{1b}]52;c;aGkh\\u{7}\\u{1b}[2K\\u{d}no\\u{202e}\\u{a}Error: all is well"

/** What somebody was made to type, and where it is said again. */
const calls: readonly (readonly [
  what: string,
  entries: readonly Entry[],
  args: readonly string[],
  exit: number
])[] = [
  ["an argument too many", ["plain", "launched"], ["plain", "D-1", hidden], 2],
  ["a flag that there is not", ["plain", "launched"], ["plain", "D-1", `--${hidden}`], 2],
  ["an argument that its parser refuses", ["plain", "launched"], ["refusing-argument", hidden], 2],
  ["an argument that a typed error names", ["plain", "launched"], ["missing-subject", hidden], 5],
  ["an argument of an ordinary command", ["launched"], ["exits", hidden], 2],
  ["a command that there is not", ["launched"], [hidden], 2],
  ["a format that there is not", ["launched"], ["plain", "D-1", "--format", hidden], 2]
]
const cases = calls.flatMap(([what, entries, args, exit]) =>
  entries.map((entry) => ({ what, entry, args, exit }))
)

describe.each([4, 5] as const)("at a terminal an error in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["plain", "refusing-argument", "missing-subject", "exits"])
  })
  afterAll(() => host?.remove())

  it.concurrent.each(cases)(
    "shows what is hidden in $what, and does not act it out, with bin/$entry.js",
    async ({ entry, args, exit }) => {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(host.command(entry, args), { env, cwd: host.root, columns: 400 })
      const { exitCode } = await terminal.ended
      const shown = terminal.raw
      expect([exitCode, deeds()]).toEqual([exit, []])
      expect(shown).toContain(escaped)
      expect(shown).not.toMatch(/\u001B\]52|\u001B\[2K|\u202E|\u0007|^\W*Error: all is well/mu)
    }
  )
})
