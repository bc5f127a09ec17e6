import { join } from "node:path"
import { personMark, Terminal, type TerminalEnd } from "@byhand/conformance"
import { transformSync } from "esbuild"
import { type Command, commandsOf } from "./console.ts"
import { difference } from "./output.ts"
import type { Block } from "./pages.ts"
import { writeFile } from "./scratch.ts"

interface Seen {
  readonly exitCode: number
  readonly screen: string
}

const limitMs = 240_000
const mark = new RegExp(`(?:^|\n)${personMark}[^\n]*$`)

/** One shell at a terminal, as a reader has it: what a block sets, the next one finds. */
export class Session {
  readonly #memory: string
  readonly #scratch: string
  readonly #cwd: string
  readonly #env: Readonly<Record<string, string>>

  /**
   * @param scratch - a folder for what the session itself keeps
   * @param cwd - where the first command runs
   * @param env - the whole environment
   */
  constructor(scratch: string, cwd: string, env: Readonly<Record<string, string>>) {
    this.#memory = join(scratch, "session.sh")
    this.#scratch = scratch
    this.#cwd = cwd
    this.#env = env
    writeFile(this.#memory, "")
  }

  /** Does what a block is for: writes the file that it is, or runs its commands. Returns what was wrong. */
  async follow({ language, code, file, marks }: Block): Promise<string | undefined> {
    if (marks.has("not run")) return undefined
    if (file !== undefined) this.#write(file, code)
    else if (language === "sh") return this.#commands(code)
    else if (language === "console") return this.#console(code)
    return undefined
  }

  /** Writes a file. What is under `src` is compiled to `dist` too, as the reader's own build does. */
  #write(file: string, code: string): void {
    writeFile(join(this.#cwd, file), code)
    if (/^src\/.*\.[jt]s$/.test(file)) {
      const { code: compiled } = transformSync(code, { loader: "ts" })
      writeFile(join(this.#cwd, file.replace("src/", "dist/").replace(/ts$/, "js")), compiled)
    }
  }

  /** Runs the commands of a block; each has to succeed. */
  async #commands(code: string): Promise<string | undefined> {
    const { exitCode, screen } = await this.#shell(`set -e\n${code}`, [])
    return exitCode === 0 ? undefined : `It exited ${exitCode}:\n${screen}`
  }

  /** Runs the commands of a block that shows their output, and types what it shows as typed. */
  async #console(code: string): Promise<string | undefined> {
    const commands = commandsOf(code)
    const script = commands.map(({ line }, at) => `echo ${edge(at)}; (exit $status)\n${line}\nstatus=$?`)
    const { screen } = await this.#shell(
      ["status=0", ...script, `echo ${edge(commands.length)}`].join("\n"),
      commands.flatMap(({ answers }) => answers)
    )
    return commands.map((command, at) => wrongWith(command, between(screen, at))).find((wrong) => wrong)
  }

  async #shell(script: string, answers: readonly string[]): Promise<Seen> {
    const file = join(this.#scratch, "block.sh")
    const keep = `trap '{ declare -p; alias -p; printf "cd %q\\n" "$PWD"; } >"${this.#memory}"' EXIT`
    const memory = `shopt -s expand_aliases\n. "${this.#memory}" 2>/dev/null\n${keep}`
    writeFile(file, `${memory}\n${script}\n`)
    const terminal = Terminal.start(["bash", "--noprofile", "--norc", file], {
      cwd: this.#cwd,
      env: this.#env,
      columns: 100,
      rows: 50
    })
    try {
      let from = 0
      for (const answer of answers) {
        await terminal.waitFor(mark, { timeoutMs: limitMs, from })
        from = terminal.raw.length
        terminal.enter(answer)
      }
      const { exitCode } = await ended(terminal, script)
      return { exitCode, screen: terminal.screen }
    } finally {
      terminal.hangUp()
    }
  }
}

async function ended(terminal: Terminal, script: string): Promise<TerminalEnd> {
  let late: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`It did not end within ${limitMs} ms:\n${script}\n${terminal.screen}`))
    late = setTimeout(say, limitMs)
  })
  try {
    return await Promise.race([terminal.ended, limit])
  } finally {
    clearTimeout(late)
  }
}

function edge(at: number): string {
  return `@@@${at}@@@`
}

/** What one command printed: it stands between two edges, the first on a line of its own. */
function between(screen: string, at: number): string {
  const [, rest = ""] = screen.split(`${edge(at)}\n`)
  return rest.split(edge(at + 1))[0] ?? ""
}

function wrongWith({ line, shown }: Command, received: string): string | undefined {
  const wrong = difference(shown, received)
  return wrong === undefined ? undefined : `$ ${line}\n${wrong}`
}
