import { type CommandError, EnvelopeSink, type JsonObject, type Warning } from "@byhand/envelope"
import type { Format } from "../flags/names.ts"
import { outletKey } from "./held.ts"
import { render } from "./render.ts"

/** How a call ended, as far as is known before the process ends. */
export type Ending = { readonly data: unknown } | { readonly error: CommandError; readonly data?: unknown }

/**
 * The one way out of this process for an envelope.
 *
 * Where the process is held (by the launcher, or by the plugin's hooks) whoever holds it writes, once, at the end. Elsewhere
 * a person-only command writes its own success; its refusal waits for the process to end, because only then is it known
 * whether the command that called it passed the refusal on or handled it.
 */
interface Outlet {
  held: boolean
  /** A failure of the call that holds the process is written to stdout as an envelope. */
  json: boolean
  /** How a result is written. */
  format: Format
  /** The call says so itself. */
  isChosen: boolean
  /** How many items were written in front of the last line, where they are written as they come. */
  emitted: number | undefined
  /** A result, and the JSON text of it. */
  kept: { readonly data: object; readonly text: string } | undefined
  /** The text that stands for the data of what is written. */
  text: string | undefined
  hostWrote: boolean
  /** stdout carries the messages of a protocol. */
  protocol: boolean
  sink: EnvelopeSink
  readonly startedAt: number
  readonly warnings: Warning[]
  meta: JsonObject
  /** Kept until it is written: by whoever holds the process, or when the process ends. */
  ending: Ending | undefined
  /** The exit code that the document says. */
  exitCode: number | undefined
  refusal: CommandError | undefined
  /** A person-only command was called. */
  gated: boolean
  /** It has passed its gate. */
  passed: boolean
}

/** The outlet of this process. */
export function outlet(): Outlet {
  const holder = globalThis as { [outletKey]?: Outlet }
  return (holder[outletKey] ??= {
    held: false,
    json: false,
    format: "json",
    isChosen: false,
    emitted: undefined,
    kept: undefined,
    text: undefined,
    hostWrote: false,
    protocol: false,
    sink: new EnvelopeSink({
      stream: process.stdout,
      render: (envelope) => render(envelope, outlet())
    }),
    startedAt: performance.now(),
    warnings: [],
    meta: {},
    ending: undefined,
    exitCode: undefined,
    refusal: undefined,
    gated: false,
    passed: false
  })
}
