import { readFileSync } from "node:fs"
import { join } from "node:path"
import { personMark, Terminal } from "@byhand/conformance"
import { expect } from "vitest"
import type { End } from "./ends-of.ts"
import type { GateHost } from "./gate-host.ts"
import { stackIn } from "./stack-in.ts"

/** One call at a terminal, and the keys that are typed at each of its questions. */
export interface TerminalCall {
  readonly args: readonly string[]
  readonly keys?: readonly string[]
}

/** How one call at a terminal ended, how often it asked, and what a person read there from its start to its end. */
export interface TerminalEnd extends End {
  readonly asked: number
  readonly shown: string
}

/**
 * How each of these calls ends at a terminal, made one after the other in one process: for what is neither decided by how a
 * process ends nor by how its error is shown. A question that has no keys left is interrupted.
 */
export async function endsAtTerminal(
  host: GateHost,
  calls: readonly TerminalCall[]
): Promise<readonly TerminalEnd[]> {
  const { env } = host.run()
  const file = `${env.GATE_DEEDS}-ends.json`
  const lines = JSON.stringify(calls.map(({ args }) => args))
  const terminal = Terminal.start([process.execPath, join(host.root, "lib/ask-each.js"), lines, file], {
    env,
    cwd: host.root
  })
  const seen: { readonly asked: number; readonly shown: string }[] = []
  let start = 0
  try {
    for (const [at, { keys = [] }] of calls.entries()) {
      const over = `over ${at + 1}`
      const next = new RegExp(`(?:^|\n)${personMark}$|${over}\n`, "u")
      let text = await terminal.waitFor(next, { from: start })
      let asked = 0
      while (!text.includes(over)) {
        const from = terminal.raw.length
        terminal.type(keys[asked] ?? "\u0003")
        asked += 1
        text = await terminal.waitFor(next, { from })
      }
      const whole = await terminal.waitFor(over, { from: start })
      seen.push({ asked, shown: whole.slice(0, whole.indexOf(over)) })
      // A call that asks nothing does not wait: those after it may have ended by now.
      start = terminal.raw.indexOf(over, start) + over.length
    }
    await terminal.ended
  } finally {
    terminal.hangUp()
  }
  expect(stackIn(terminal.screen), terminal.screen).toBeUndefined()
  const ends = JSON.parse(readFileSync(file, "utf8")) as readonly End[]
  return ends.map((end, at) => ({ asked: 0, shown: "", ...end, ...seen[at] }))
}
