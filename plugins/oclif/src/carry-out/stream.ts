import { success } from "@byhand/envelope"
import { cancellation } from "../cancellation.ts"
import { isHeld } from "../output/held.ts"
import { interruptedEnding } from "../output/interruption.ts"
import { outlet } from "../output/outlet-state.ts"
import { row } from "../output/render.ts"
import type { CommandCall } from "./command-call.ts"

/** Whether a command's handler yields its result bit by bit. */
export function isStream(run: unknown): boolean {
  return typeof run === "function" && run.constructor.name === "AsyncGeneratorFunction"
}

/** The items of a handler that yields them, or gave back something that does; undefined for any other result. */
export function itemsOf(result: unknown): AsyncIterator<unknown> | undefined {
  const { [Symbol.asyncIterator]: iterate } = (result ?? {}) as Partial<AsyncIterable<unknown>>
  return typeof iterate === "function" ? iterate.call(result) : undefined
}

/**
 * Writes what a handler yields as it comes: for a program one JSON object to a line, before the last line that says how it
 * ended, and for a person as `show()` of the command makes it, or as it is.
 *
 * A program that asks for one document (`--format json`, `--no-stream`) or for a table gets all of it at the end. Once the
 * call is cancelled, or nobody reads any more, the handler is told to return.
 *
 * @returns the items, where they are written at the end; otherwise nothing is left to write but the last line
 *
 * Requirement: REQ-O-004, REQ-F-069.
 */
export async function emit(call: CommandCall, items: AsyncIterator<unknown>): Promise<unknown> {
  const sink = sinkOf(call)
  const signal = cancellation()
  const aborted = new Promise<IteratorReturnResult<undefined>>((resolve) => {
    signal.addEventListener("abort", () => resolve({ done: true, value: undefined }), { once: true })
  })
  let isWanted = true
  while (isWanted && interruptedEnding() === undefined) {
    const next = await Promise.race([items.next(), aborted])
    if (next.done === true) break
    isWanted = await sink.take(next.value)
  }
  // A generator that waits for something else returns when that comes: nobody waits for it.
  const returned = items.return?.()
  if (interruptedEnding() === undefined) await returned
  else returned?.catch(() => {})
  return sink.rest()
}

interface Sink {
  /** Resolves to whether more is wanted. */
  take(item: unknown): Promise<boolean>
  rest(): unknown
}

function sinkOf({ command, line }: CommandCall): Sink {
  const { format, isChosen, sink } = outlet()
  if (!isHeld() || format === "plain") return shownToPerson(command)
  const isWhole = format === "tsv" || (format === "json" && isChosen) || line.flags["no-stream"] === true
  if (isWhole) {
    const all: unknown[] = []
    return { take: async (item) => all.push(item) > 0, rest: () => all }
  }
  const state = outlet()
  state.format = "jsonl"
  state.emitted = 0
  return {
    async take(item) {
      const { data } = success([item], { durationMs: 0 })
      const [json = null] = data as readonly never[]
      const isRead = await sink.line(row(json))
      if (isRead) state.emitted = (state.emitted ?? 0) + 1
      return isRead
    },
    rest: () => null
  }
}

function shownToPerson(command: object): Sink {
  const { show } = command as { show?: (item: unknown) => unknown }
  return {
    async take(item) {
      const shown = typeof show === "function" ? show.call(command, item) : item
      process.stdout.write(`${typeof shown === "string" ? shown : JSON.stringify(shown)}\n`)
      return !process.stdout.destroyed
    },
    rest: () => undefined
  }
}
