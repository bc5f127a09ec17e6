import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process"
import { chmodSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { newFolder } from "./new-folder.ts"

export type Line = Record<string, unknown>

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly Line[]
  readonly stderr: string
}

/** Processes that work with real sessions, built once for a test file. */
export class Processes {
  readonly folder: string
  #roots = 0

  private constructor() {
    this.folder = newFolder()
    chmodSync(this.folder, 0o755) // a process may run as another user
  }

  /** @param entry what the processes run */
  static async build(entry = new URL("worker.ts", import.meta.url)): Promise<Processes> {
    const processes = new Processes()
    await build({
      entryPoints: [fileURLToPath(entry)],
      bundle: true,
      format: "esm",
      platform: "node",
      outfile: join(processes.folder, "worker.mjs"),
      logLevel: "silent"
    })
    return processes
  }

  /** A folder in which nothing is yet. */
  newRoot(): string {
    this.#roots += 1
    const root = join(this.folder, `root-${this.#roots}`)
    mkdirSync(root)
    return root
  }

  /** Starts a process. `shell` runs first and becomes it. */
  start(
    given: readonly string[],
    { dieAt = 0, shell, ...options }: SpawnOptions & { dieAt?: number; shell?: string } = {}
  ): { child: ChildProcess; ended: Promise<Ended>; said: Promise<unknown> } {
    const { NODE_EXTRA_CA_CERTS: _slow, ...env } = process.env
    const node = [process.execPath, join(this.folder, "worker.mjs"), ...given]
    const [program = "", ...args] =
      shell === undefined ? node : ["sh", "-c", `${shell}; exec "$@"`, "sh", ...node]
    const child = spawn(program, args, {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, DIE_AT: String(dieAt) }
    })
    let stdout = ""
    let stderr = ""
    const said = new Promise((resolve) => child.stdout?.once("data", resolve))
    child.stdout?.on("data", (part: Buffer) => (stdout += part.toString()))
    child.stderr?.on("data", (part: Buffer) => (stderr += part.toString()))
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject)
      child.on("close", (code, signal) => {
        // A killed process may have said half a line; what is whole was said.
        const whole = stdout.split("\n").slice(0, -1)
        resolve({ code, signal, lines: whole.map((line) => JSON.parse(line) as Line), stderr })
      })
    })
    return { child, ended, said }
  }

  run(given: readonly string[], options: Parameters<Processes["start"]>[1] = {}): Promise<Ended> {
    return this.start(given, options).ended
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
