import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { type PipedOptions, runAsPerson, runPiped, Terminal } from "@byhand/conformance"
import { contractErrors } from "../../../../packages/envelope/test/contract.ts"
import { coreOf } from "../../../../plugins/oclif/test/support/core-of.ts"
import { hosts } from "../../../../scripts/hosts.mjs"
import { DecisionStore } from "../../src/decisions/store.ts"
import type { ResponseEnvelope } from "@byhand/envelope"

/** One run off a terminal, with the one document it wrote. */
export interface AgentRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly envelope: ResponseEnvelope
}

/** The example CLI as a user gets it: packed, and installed beside one major version of oclif. */
export class InstalledCouncil {
  readonly root: string
  readonly #scratch = mkdtempSync(join(tmpdir(), "council-"))
  #homes = 0

  constructor(major: 4 | 5) {
    const host = hosts().find((known) => known.major === major)
    if (host === undefined) throw new Error(`There is no host with oclif ${major}.`)
    this.root = host.root
  }

  /** Which oclif it runs on. */
  core(): Promise<string> {
    return coreOf(this.root)
  }

  /** A council of its own, with a decision for each ID, written by council's own store: no process is started for it. */
  async home(...ids: string[]): Promise<Home> {
    this.#homes += 1
    const home = new Home(this.root, join(this.#scratch, `home-${this.#homes}`))
    const store = new DecisionStore(home.folder)
    for (const id of ids) await store.propose({ title: "Move the office to the lake", id })
    return home
  }

  remove(): void {
    rmSync(this.#scratch, { recursive: true, force: true })
  }
}

/** One `COUNCIL_HOME`, and who works on it. */
export class Home {
  readonly folder: string
  readonly env: Record<string, string>
  /** The program: what a shell finds under the name `council`. */
  readonly bin: string

  constructor(root: string, folder: string) {
    const { PATH = "", HOME = "" } = process.env
    const commands = join(root, "node_modules", ".bin")
    this.folder = folder
    this.bin = join(commands, "council")
    this.env = {
      PATH: `${commands}${delimiter}${PATH}`,
      HOME,
      LANG: "C.UTF-8",
      COUNCIL_HOME: folder,
      COUNCIL_DATA_DIR: `${folder}-data`,
      OCLIF_DISABLE_ENGINE_WARNING: "1"
    }
  }

  get file(): string {
    return join(this.folder, "decisions.json")
  }

  /** Everything in the folder, byte for byte: equal before and after when nothing was done. */
  get bytes(): Record<string, string> {
    if (!existsSync(this.folder)) return {}
    return Object.fromEntries(
      readdirSync(this.folder).map((name) => [name, readFileSync(join(this.folder, name), "utf8")])
    )
  }

  /** Where each decision stands, by ID. */
  get statuses(): Record<string, string> {
    const { decisions } = JSON.parse(readFileSync(this.file, "utf8")) as {
      decisions: { id: string; status: string }[]
    }
    return Object.fromEntries(decisions.map(({ id, status }) => [id, status]))
  }

  /** Takes over what another home holds. */
  copyFrom(other: Home): void {
    cpSync(other.folder, this.folder, { recursive: true })
  }

  /** As an agent calls it: stdin is /dev/null, stdout and stderr are pipes. What it writes is one valid document. */
  async agent(...args: string[]): Promise<AgentRun> {
    return this.piped(args)
  }

  async piped(args: readonly string[], options: PipedOptions = {}): Promise<AgentRun> {
    const env = { ...this.env, ...options.env }
    const { exitCode, stdout, stderr } = await runPiped([this.bin, ...args], { ...options, env })
    return { exitCode, stdout, stderr, envelope: onlyDocument(stdout, exitCode) }
  }

  /** As a person takes it: the question at a terminal, and the answer typed at its mark. */
  async person(args: readonly string[], answer: string) {
    return runAsPerson(this.bin, args, answer, { env: this.env })
  }

  /** At a terminal, where a line of the shell may redirect one of the streams. */
  terminal(line: string): Terminal {
    return Terminal.start(["/bin/sh", "-c", line], { env: this.env, columns: 200 })
  }

  /** To its end, at a terminal where nobody types. */
  async shown(...args: string[]) {
    const terminal = Terminal.start([this.bin, ...args], { env: this.env, columns: 200 })
    const { exitCode } = await terminal.ended
    return { exitCode, screen: terminal.screen, raw: terminal.raw }
  }
}

/** The document a program wrote to stdout, which must be all of it, and what the published contract says it is. */
export function onlyDocument(stdout: string, exitCode: number): ResponseEnvelope {
  if (!/^[^\n]*\n$/.test(stdout)) throw new Error(`Expected one line, received ${JSON.stringify(stdout)}`)
  const envelope = JSON.parse(stdout) as ResponseEnvelope
  const errors = contractErrors(envelope)
  if (errors.length > 0) throw new Error(`${stdout}${JSON.stringify(errors)}`)
  if (envelope.meta.exit_code !== exitCode) throw new Error(`Expected exit ${exitCode}: ${stdout}`)
  return envelope
}
