import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { type PipedOptions, type PipedResult, runPiped, Terminal } from "@byhand/conformance"
import type { ResponseEnvelope } from "@byhand/envelope"
import type { RunResult } from "@byhand/headless"
import { runDocument } from "./run-document.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** A run off a terminal, with the one document that it wrote. */
export interface Ran extends PipedResult {
  readonly envelope: ResponseEnvelope
  readonly result: RunResult
}

/** One `STEWARD_HOME` in a folder of its own, and a shell that knows `steward`. */
export class Home {
  /** Where files of a test may lie; the folder that programs run in. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "steward-")))
  readonly home = join(this.folder, "home")
  readonly env: Record<string, string>

  constructor() {
    const { PATH = "" } = process.env
    const bin = join(this.folder, "bin")
    mkdirSync(bin)
    symlinkSync(join(root, "bin/run.js"), join(bin, "steward"))
    symlinkSync(join(root, "tasks"), join(this.folder, "tasks"))
    this.env = {
      PATH: `${bin}${delimiter}${PATH}`,
      HOME: this.folder,
      LANG: "C.UTF-8",
      STEWARD_HOME: this.home
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Runs `steward` off a terminal. */
  piped(args: readonly string[], options: PipedOptions = {}): Promise<PipedResult> {
    return runPiped(["steward", ...args], this.#options(options))
  }

  /** Runs a command of the run contract off a terminal. What it writes is one valid document. */
  async run(args: readonly string[], options: PipedOptions = {}): Promise<Ran> {
    return ran(await this.piped(args, options))
  }

  /** A line of a shell. */
  shell(line: string, options: PipedOptions = {}): Promise<PipedResult> {
    return runPiped(["/bin/sh", "-c", line], this.#options(options))
  }

  /** At a terminal, where a line of a shell may redirect one of the streams. */
  terminal(line: string): Terminal {
    return Terminal.start(["/bin/sh", "-c", line], { cwd: this.folder, env: this.env, columns: 200 })
  }

  /** The events of a session's log. */
  events(id: string): { readonly kind: string; readonly payload: Record<string, unknown> }[] {
    const log = readFileSync(join(this.home, id, "events.jsonl"), "utf8")
    return log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { kind: string; payload: Record<string, unknown> })
  }

  /** How many times each kind of event is in a session's log. */
  count(id: string, kind: string): number {
    return this.events(id).filter((event) => event.kind === kind).length
  }

  #options(options: PipedOptions): PipedOptions {
    return { cwd: this.folder, timeoutMs: 60_000, ...options, env: { ...this.env, ...options.env } }
  }
}

/** The same, of what a shell or a terminal has run. */
export function ran(result: PipedResult): Ran {
  const envelope = runDocument(result)
  return { ...result, envelope, result: envelope.data as unknown as RunResult }
}

/** Where a tape lies, as seen from the folder that programs run in. */
export function tape(name: string): readonly string[] {
  return ["--replay", `tasks/${name}.json`]
}
