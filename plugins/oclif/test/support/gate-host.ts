import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped, Terminal } from "@byhand/conformance"
import { hosts } from "../../../../scripts/hosts.mjs"
import { answerAll } from "./answer-all.ts"

const fixture = fileURLToPath(new URL("../fixtures/gate-cli", import.meta.url))

export type Entry = "plain" | "launched"

/** A fixture CLI inside a host where the packed packages are installed beside one major version of oclif. */
export class GateHost {
  readonly major: 4 | 5
  readonly root: string
  #deeds = 0

  constructor(major: 4 | 5, cli: string = fixture) {
    const host = hosts().find((known) => known.major === major)
    if (host === undefined)
      throw new Error(`There is no host with oclif ${major}; run \`npm run setup\` first.`)
    this.major = major
    this.root = mkdtempSync(join(host.root, "gate-"))
    cpSync(cli, this.root, { recursive: true })
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }

  command(entry: Entry, args: readonly string[]): readonly string[] {
    return [process.execPath, join(this.root, "bin", `${entry}.js`), ...args]
  }

  /** The environment of one run, and a way to read what it did. */
  run(extra: Record<string, string | undefined> = {}) {
    this.#deeds += 1
    const file = join(this.root, `deeds-${this.#deeds}`)
    const { PATH, HOME, LANG } = process.env
    const env = { PATH, HOME, LANG, OCLIF_DISABLE_ENGINE_WARNING: "1", GATE_DEEDS: file, ...extra }
    const deeds = () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").filter(Boolean) : [])
    return { env, deeds }
  }

  /** Runs the CLI as an agent does: stdin is /dev/null, stdout and stderr are pipes. */
  async offTerminal(
    args: readonly string[],
    options: { entry?: Entry; stdin?: string; env?: Record<string, string> } = {}
  ) {
    const { env, deeds } = this.run(options.env)
    const result = await runPiped(this.command(options.entry ?? "plain", args), {
      env,
      cwd: this.root,
      ...(options.stdin === undefined ? {} : { stdin: options.stdin })
    })
    return { ...result, deeds: deeds() }
  }

  /** Runs the CLI at a pseudo-terminal and types each answer once the mark for it stands there. */
  async atTerminal(
    args: readonly string[],
    options: { entry?: Entry; answers?: readonly string[]; env?: Record<string, string> } = {}
  ) {
    const { env, deeds } = this.run(options.env)
    const terminal = Terminal.start(this.command(options.entry ?? "plain", args), { env, cwd: this.root })
    const asked = await answerAll(terminal, options.answers ?? [])
    const { exitCode } = await terminal.ended
    return { exitCode, screen: terminal.screen, asked, deeds: deeds() }
  }
}
