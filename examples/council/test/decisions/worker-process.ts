import { spawn, type SpawnOptions } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const source = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly lines: readonly Record<string, unknown>[]
  readonly stderr: string
}

/** Workers that are real processes of the real store, built once for a test file. */
export class Workers {
  readonly folder: string
  #made = 0

  private constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "council-"))
    chmodSync(this.folder, 0o755) // a worker may run as another user
  }

  static async build(): Promise<Workers> {
    const workers = new Workers()
    await build({
      entryPoints: [source("worker"), source("die-at")],
      bundle: true,
      format: "esm",
      platform: "node",
      outExtension: { ".js": ".mjs" },
      outdir: workers.folder
    })
    return workers
  }

  /** A path in which nothing is yet. */
  newHome(): string {
    this.#made += 1
    return join(this.folder, `home-${this.#made}`)
  }

  /** Starts a worker; `kill` is the process's own. */
  start(given: readonly string[], options: SpawnOptions & { dieAt?: number; shell?: string } = {}) {
    const { dieAt, shell, ...rest } = options
    const { NODE_EXTRA_CA_CERTS: _slow, ...env } = process.env
    const preload = dieAt === undefined ? [] : ["--import", join(this.folder, "die-at.mjs")]
    const node = [process.execPath, ...preload, join(this.folder, "worker.mjs"), ...given]
    // The shell sets a limit and becomes the worker.
    const [program = "", ...args] =
      shell === undefined ? node : ["sh", "-c", `${shell}; exec "$@"`, "sh", ...node]
    const child = spawn(program, args, {
      ...rest,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...env, DIE_AT: String(dieAt ?? 0) }
    })
    let stdout = ""
    let stderr = ""
    child.stdout?.on("data", (part: Buffer) => (stdout += part.toString()))
    child.stderr?.on("data", (part: Buffer) => (stderr += part.toString()))
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject)
      child.on("close", (code, signal) => {
        // A killed process may have said half a line; what is whole was said.
        const whole = stdout.split("\n").slice(0, -1)
        resolve({
          code,
          signal,
          lines: whole.map((line) => JSON.parse(line) as Record<string, unknown>),
          stderr
        })
      })
    })
    return { child, ended }
  }

  run(given: readonly string[], options: Parameters<Workers["start"]>[1] = {}): Promise<Ended> {
    return this.start(given, options).ended
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
