import { type ChildProcess, fork } from "node:child_process"
import { join } from "node:path"
import { root } from "../call.ts"
import type { FromWorker, ToWorker } from "../messages.ts"

/** How a worker ended. */
export interface WorkerEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it could not even be started. */
  readonly problem: string | undefined
  /** The end of what it wrote to its standard output and error, where nothing of a run is written. */
  readonly said: string
}

const main = join(root, "dist/worker.js")
const mostSaid = 64 * 1024

/** The process that carries a call out. What it has to say to anybody comes as messages. */
export class WorkerProcess {
  /** Settles when it is gone. Never rejects. */
  readonly ended: Promise<WorkerEnd>
  readonly #child: ChildProcess
  #said = ""

  constructor({ hasStdin, heed }: { readonly hasStdin: boolean; heed(message: FromWorker): void }) {
    this.#child = fork(main, [], {
      stdio: [hasStdin ? "inherit" : "ignore", "pipe", "pipe", "ipc"]
    })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#said = (this.#said + chunk.toString("latin1")).slice(-mostSaid)
      })
    this.#child.on("message", heed)
    this.ended = new Promise((resolve) => {
      const end = (code: number | null, signal: NodeJS.Signals | null, problem?: string) =>
        resolve({ code, signal, problem, said: this.#said })
      this.#child.once("error", ({ message }) => end(null, null, message))
      this.#child.once("close", end)
    })
  }

  /** A worker that is gone gets nothing any more. */
  send(message: ToWorker): void {
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#child.kill("SIGKILL")
  }
}
