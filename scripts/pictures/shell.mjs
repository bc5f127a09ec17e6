import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const examples = fileURLToPath(new URL("../../examples/", import.meta.url))
const prompt = /\n\$ $/

/** Where the shell stands. */
export const folder = join(examples, "steward/tasks")

/** The size of the terminal in the pictures, in characters: what the programs say stands in one line each. */
export const size = { columns: 108, rows: 30 }

/**
 * A person's shell on a real pseudo-terminal, which knows the example CLIs by their names.
 *
 * @param play what is typed there; it gets `enter(line, until)`, which waits for the shell's prompt or for `until`, and `said()`
 * @returns all that the terminal was sent
 */
export async function shellSession(play) {
  const { Terminal } = await import("@byhand/conformance")
  const home = mkdtempSync(join(tmpdir(), "byhand-pictures-"))
  try {
    const start = join(home, "start")
    const named = ["council", "steward"].map(
      (name) => `${name}() { "${process.execPath}" "${join(examples, name, "bin/run.js")}" "$@"; }`
    )
    writeFileSync(start, `PS1='\\[\\e[32m\\]$\\[\\e[0m\\] '\n${named.join("\n")}\n`)
    mkdirSync(join(home, "runs"))
    const terminal = Terminal.start(["bash", "--noprofile", "--rcfile", start, "-i"], {
      ...size,
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        COUNCIL_HOME: home,
        STEWARD_HOME: join(home, "runs"),
        BASH_SILENCE_DEPRECATION_WARNING: "1",
        HISTFILE: ""
      }
    })
    const wait = { timeoutMs: 120_000 }
    await terminal.waitFor(/^\$ $/, wait)
    await play({
      enter(line, until = prompt) {
        const from = terminal.raw.length
        terminal.enter(line)
        return terminal.waitFor(until, { ...wait, from })
      },
      said: () => terminal.raw
    })
    const { raw } = terminal
    terminal.hangUp()
    await terminal.ended
    return raw
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
