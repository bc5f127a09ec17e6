import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { constants } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Home, ran, type Ran } from "./home.ts"

/** How `steward` is started where a test does something to it meanwhile. */
export interface StartOptions {
  /** Lines that stdin has; it stays open behind them unless `ends` is true. */
  readonly stdin?: string
  readonly ends?: boolean
  /** More options of Node. */
  readonly nodeOptions?: string
  /** A program that each of its processes runs before anything else. `isWorker` tells them apart. */
  readonly first?: string
}

/** A `steward` that runs. */
export class Started {
  readonly ended: Promise<{ readonly exitCode: number; readonly signal: NodeJS.Signals | null }>
  readonly #child: ChildProcess
  readonly #home: Home
  readonly #stdout: Buffer[] = []
  #stderr = ""

  constructor(home: Home, args: readonly string[], options: StartOptions = {}) {
    this.#home = home
    const { stdin, ends = false, first, nodeOptions = "" } = options
    const preloaded = first === undefined ? "" : preloading(home, first)
    // Not through a shell: it is this process that gets the signals.
    this.#child = spawn(join(home.folder, "bin/steward"), args, {
      cwd: home.folder,
      env: { ...home.env, NODE_OPTIONS: `${nodeOptions} ${preloaded}` },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true
    })
    this.#child.stdin?.on("error", () => {})
    if (stdin !== undefined) this.#child.stdin?.write(stdin)
    if (ends) this.#child.stdin?.end()
    this.#child.stderr?.on("data", (chunk: Buffer) => (this.#stderr += chunk.toString()))
    this.ended = new Promise((resolve) => {
      this.#child.once("close", (code, signal) =>
        resolve({ exitCode: code ?? 128 + constants.signals[signal ?? "SIGKILL"], signal })
      )
    })
    this.read()
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Reads stdout; until then nothing is taken from it but what the system keeps for itself. */
  read(): void {
    this.#child.stdout?.on("data", this.#take).resume()
  }

  /** Takes nothing more from stdout. */
  stall(): void {
    this.#child.stdout?.off("data", this.#take).pause()
  }

  /** Closes the reader's end of stdout. */
  leave(): void {
    this.#child.stdout?.destroy()
  }

  kill(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal)
  }

  /** Waits until an event of this kind is in the log of the one session there is, and gives the session's id. */
  async until(kind: string, times = 1): Promise<string> {
    for (;;) {
      const names = existsSync(this.#home.home) ? readdirSync(this.#home.home) : []
      const id = names.find((name) => name.startsWith("S-"))
      if (id !== undefined && existsSync(join(this.#home.home, id, "events.jsonl"))) {
        const log = readFileSync(join(this.#home.home, id, "events.jsonl"), "utf8")
        if (log.split(`"kind":"${kind}"`).length > times) return id
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** How it ended, with the one document that it wrote. */
  async run(): Promise<Ran> {
    const { exitCode, signal } = await this.ended
    return ran({
      exitCode,
      signal,
      stdout: Buffer.concat(this.#stdout).toString(),
      stderr: this.#stderr,
      durationMs: 0
    })
  }

  readonly #take = (chunk: Buffer): void => {
    this.#stdout.push(chunk)
  }
}

let programs = 0

function preloading(home: Home, program: string): string {
  programs += 1
  const file = join(home.folder, `first-${programs}.mjs`)
  writeFileSync(file, `const isWorker = process.send !== undefined\n${program}\n`)
  return `--import=${pathToFileURL(file)}`
}

/** A program that does something in the worker for each message that it gets. Whoever listens too early takes the first one. */
export function onMessage(what: string): string {
  return `if (isWorker) process.on("newListener", function listen(event) {
    if (event !== "message") return
    process.off("newListener", listen)
    process.on("message", ({ _tag, task }) => { ${what} })
  })`
}

/** A program that does something in the worker once its call of an operation has begun. */
export function inCall(operation: string, what: string): string {
  return `if (isWorker) {
    const { send } = process
    process.send = (message, ...rest) => {
      const sent = send.call(process, message, ...rest)
      if (message.news?.call?.operation === "${operation}") setImmediate(() => { ${what} })
      return sent
    }
  }`
}

/** The process that has a session, from the record of its owner. */
export function ownerOf(home: Home, id: string): number {
  const folder = join(home.home, id, "owners")
  const [record = ""] = readdirSync(folder)
    .filter((name) => /^\d+$/.test(name))
    .toSorted((one, other) => Number(other) - Number(one))
  // A second line follows once the process has let the session go.
  const [taken = ""] = readFileSync(join(folder, record), "utf8").split("\n")
  return (JSON.parse(taken) as { pid: number }).pid
}

/** Waits until a process is gone. */
export async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
