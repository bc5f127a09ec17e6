import { isatty } from "node:tty"
import { failureOf, harnessError } from "@byhand/headless/report"
import type { RunCall } from "../call.ts"
import type { FromWorker, News, Task, Told, Unfinished } from "../messages.ts"
import { Face } from "../terminal/face.ts"
import type { Signals } from "./signals.ts"
import { Overdue } from "./overdue.ts"
import { deathOf, standIn } from "./stand-in.ts"
import { tell, tellNow } from "./tell.ts"
import { WorkerProcess } from "./worker-process.ts"

/**
 * Has a call carried out by a worker, and tells how it ended, whatever becomes of the worker.
 *
 * This process alone gets the signals, and alone writes to stdout. A first signal asks the worker to stop where it stands; a
 * second one ends everything at once. A worker that neither does what is due nor what it is told is ended.
 */
export async function supervise(call: RunCall, signals: Signals): Promise<void> {
  // A reader that is gone is no reason to end in another way.
  process.stderr.on("error", () => {})
  const supervision = new Supervision(call, signals)
  process.on("uncaughtException", (thrown) => supervision.endWith(thrown))
  const told = await supervision.outcome()
  supervision.close()
  await tell(told, call)
}

class Supervision {
  readonly #call: RunCall
  readonly #signals: Signals
  readonly #isPersonThere: boolean
  readonly #face = new Face()
  #news: News | undefined
  #calls = 0
  #broke: string | undefined
  #told: Told | undefined

  constructor(call: RunCall, signals: Signals) {
    this.#call = call
    this.#signals = signals
    this.#isPersonThere = !call.nonInteractive && isatty(0) && isatty(2)
  }

  async outcome(): Promise<Told> {
    const { problem, argv } = this.#call
    if (problem !== undefined)
      return this.#standIn({ error: harnessError({ code: "INVALID_ARGUMENTS", message: problem }) })
    const { received } = this.#signals
    if (received !== undefined) return this.#standIn({ signal: received })
    const end = await this.#work({ _tag: "Perform", argv })
    if (this.#told !== undefined) return this.#told
    const signal = this.#signals.received
    const unfinished = signal === undefined ? { error: deathOf(end, this.#seen) } : { signal }
    if (this.#news !== undefined) await this.#work({ _tag: "Tell", news: this.#news, unfinished })
    return this.#told ?? this.#standIn(unfinished)
  }

  /** Ends everything because of something in this process that nobody caught. */
  endWith(thrown: unknown): void {
    tellNow(this.#told ?? this.#standIn({ error: failureOf(thrown).error }), this.#call)
  }

  /** Gives the terminal back. */
  close(): void {
    this.#face.close()
  }

  #work(task: Task) {
    const overdue = new Overdue(() => worker.kill())
    const worker: WorkerProcess = new WorkerProcess({
      // A terminal is the person's, who is asked from here, or not at all.
      hasStdin: !isatty(0),
      heed: (message) => this.#heed(message, worker, overdue)
    })
    this.#signals.watch({
      first: (signal) => {
        this.#face.close()
        worker.send({ _tag: "Stop", signal })
        overdue.set({ operation: null, withinMs: 0 })
      },
      second: (signal) => {
        worker.kill()
        tellNow(this.#told ?? this.#standIn({ signal: this.#signals.received ?? signal }), this.#call)
      }
    })
    worker.send({ _tag: "Start", task, isPersonThere: this.#isPersonThere })
    return worker.ended.then((end) => {
      overdue.clear()
      return { ...end, overran: overdue.overran }
    })
  }

  #heed(message: FromWorker, worker: WorkerProcess, overdue: Overdue): void {
    switch (message._tag) {
      case "Ended":
        overdue.clear()
        this.#told = message.told
        return
      case "Due":
        // What is to stop because of a signal has no other time.
        if (this.#signals.received === undefined) overdue.set(message)
        return
      case "News":
        this.#news = message.news
        if (isModelCall(message.news)) this.#calls += 1
        return this.#face.show(message.news)
      case "Broke":
        this.#broke = message.message
        return
      case "Say":
        return this.#face.say(message.text)
      default:
        void this.#face
          .ask(message.text, this.#signals.receive)
          .then((line) => this.#signals.received ?? worker.send({ _tag: "Line", line }))
    }
  }

  get #seen() {
    return { news: this.#news, calls: this.#calls, broke: this.#broke }
  }

  #standIn(unfinished: Unfinished): Told {
    return standIn(unfinished, this.#seen)
  }
}

/** A program is no call of a model. */
function isModelCall({ call }: News): boolean {
  return call !== null && call.operation !== "RUN_PROGRAM"
}
