import { isatty } from "node:tty"
import { endNow } from "../output/end-now.ts"
import { isParsing } from "../output/parsing.ts"
import { inputRequired, type Unanswerable } from "./input-required.ts"

interface StdinWatch {
  /** Something of the command has taken stdin up, outside the parsing of its line. */
  isTaken: boolean
  /** What ends the process when stdin is taken up. */
  refuse: (() => never) | undefined
}

// One per process, also when two copies of this package are loaded.
const key = Symbol.for("@byhand/oclif/stdin")

function watch(): StdinWatch | undefined {
  return (globalThis as { [key]?: StdinWatch })[key]
}

/** What reads a stream, or makes it be read. */
const readers = ["on", "once", "addListener", "read", "resume", "pipe", "setRawMode"] as const
const listens: ReadonlySet<string> = new Set(["on", "once", "addListener"])
const reading: ReadonlySet<unknown> = new Set(["data", "readable", "keypress"])

/**
 * Notes from now on whether the command takes up stdin: one that waits for an answer then, and finds the end of it, needed an
 * answer, and one that did not waits for something else.
 *
 * Requirement: REQ-F-009.
 */
export function watchStdin(): void {
  if (watch() !== undefined) return
  const state: StdinWatch = { isTaken: false, refuse: undefined }
  ;(globalThis as { [key]?: StdinWatch })[key] = state
  const own = Object.getOwnPropertyDescriptor(process, "stdin")
  const read = own?.get
  if (read === undefined || own?.configurable !== true) return
  Object.defineProperty(process, "stdin", {
    ...own,
    get() {
      const stdin = read.call(process) as NodeJS.ReadStream
      watchReading(stdin, state)
      return stdin
    }
  })
}

/** Whether the command has taken up stdin. */
export function hasTakenStdin(): boolean {
  return watch()?.isTaken === true
}

/**
 * Ends the process with `INPUT_REQUIRED` when the command begins to read stdin, whatever library it asks with: nobody would
 * answer. Throwing would not do: some of them swallow it and end with 0.
 */
export function refuseReading(why: Unanswerable, isInteractive: boolean): void {
  watchStdin()
  const state = watch()
  if (state === undefined) return
  state.refuse = () => endNow({ error: inputRequired(why, { isInteractive }) })
}

const watched = new WeakSet<object>()

function watchReading(stdin: NodeJS.ReadStream, state: StdinWatch): void {
  if (watched.has(stdin)) return
  watched.add(stdin)
  const taken = () => {
    if (isParsing()) return
    state.isTaken = true
    state.refuse?.()
  }
  for (const name of readers) {
    const original = (stdin as unknown as Record<string, unknown>)[name]
    if (typeof original !== "function") continue
    Object.defineProperty(stdin, name, {
      configurable: true,
      writable: true,
      value(...args: unknown[]) {
        if (!listens.has(name) || reading.has(args[0])) taken()
        return original.apply(stdin, args) as unknown
      }
    })
  }
  const iterate = stdin[Symbol.asyncIterator].bind(stdin)
  Object.defineProperty(stdin, Symbol.asyncIterator, {
    configurable: true,
    value() {
      taken()
      return iterate()
    }
  })
}

/** Why nobody can answer, or undefined when somebody may. */
export function unanswerable(nonInteractive: boolean): Unanswerable | undefined {
  if (nonInteractive) return "NON_INTERACTIVE"
  return isatty(0) ? undefined : "STDIN_NOT_A_TERMINAL"
}
