import {
  type CommandError,
  EnvelopeSink,
  failure,
  type JsonObject,
  success,
  type Warning
} from "@byhand/envelope"
import type { Format } from "../flags/names.ts"
import { envelopeOptions } from "./facts.ts"
import { type Ending, outlet } from "./outlet-state.ts"

/** Says that somebody writes the document of this process at its end, whatever is written. */
export function hold(): void {
  outlet().held = true
}

/**
 * Says that stdout carries the messages of a protocol: a failure goes to stderr, as its last line, and a success is the end of
 * the serving, of which nothing is written (REQ-C-032).
 */
export function speakProtocol(): void {
  const state = outlet()
  if (state.protocol) return
  state.protocol = true
  state.sink = new EnvelopeSink({ stream: process.stderr })
}

/** Says how the call of this process is answered: in which format, and whether a failure is written as an envelope. */
export function noteOutput(how: {
  readonly format: Format
  readonly isChosen: boolean
  readonly json: boolean
}): void {
  Object.assign(outlet(), how)
}

/** Adds a warning to the envelope of this process. */
export function addWarning(warning: Warning): void {
  outlet().warnings.push(warning)
}

/** Adds warnings of problems that do not stop the command, and shows them to a person. */
export function warnOf(
  problems: readonly CommandError[],
  { forPerson }: { readonly forPerson: boolean }
): void {
  for (const { code, message, context } of problems) {
    addWarning({ code, message, ...(context === undefined ? {} : { context }) })
    if (forPerson) process.stderr.write(`Warning: ${message}\n`)
  }
}

/** Adds facts to the `meta` of this process's envelope. */
export function addMeta(more: JsonObject): void {
  const state = outlet()
  state.meta = { ...state.meta, ...more }
}

/** Keeps how the call ended, to be written later: by `writeEnding`, or when the process ends. */
export function keepEnding(ending: Ending): void {
  outlet().ending = ending
}

/** How the call ended, as far as is known. */
export function keptEnding(): Ending | undefined {
  return outlet().ending
}

/** Writes how the call ended, unless something was written before. Resolves when the reader has it all or is gone. */
export async function writeEnding(ending: Ending): Promise<void> {
  if (isSilent(ending)) hostHasWritten()
  if (!isWritten()) await outlet().sink.write(envelopeOf(ending))
}

/** Writes how the call ended before it returns, unless something was written before: for the exit of the process. */
export function writeEndingNow(ending: Ending): void {
  if (isSilent(ending)) hostHasWritten()
  if (!isWritten()) outlet().sink.writeSync(envelopeOf(ending))
}

/** Keeps a refusal for the end of the process: it is written there if the process ends with the refusal's exit code. */
export function keepRefusal(error: CommandError): void {
  const state = outlet()
  if (state.refusal === undefined)
    process.once("exit", (code) => {
      if (code === state.refusal?.exit) writeEndingNow({ error: state.refusal })
    })
  state.refusal = error
}

/** Whether a document was given out, even if it is still on its way. */
export function isWritten(): boolean {
  const { hostWrote, sink } = outlet()
  return hostWrote || sink.written
}

/** The exit code that the document says, once there is one. */
export function writtenExit(): number | undefined {
  return outlet().exitCode
}

/** Notes that a person-only command of this process was called. */
export function noteGate(): void {
  outlet().gated = true
}

/** Notes that a person-only command of this process has passed its gate. */
export function notePassage(): void {
  outlet().passed = true
}

/** Whether a person-only command of this process has passed its gate. */
export function hasPassed(): boolean {
  return outlet().passed
}

/** Whether something may have been done: nothing was while a person-only command has not passed its gate. */
export function mayHaveActed(): boolean {
  const { gated, passed } = outlet()
  return !gated || passed
}

/** Says that the host's own `--json` wrote the one document. */
export function hostHasWritten(): void {
  outlet().hostWrote = true
}

function isSilent(ending: Ending): boolean {
  return outlet().protocol && !("error" in ending)
}

/** The text that was kept of a result (`keepText`), where it is written as one JSON document. */
function keptText(data: unknown): string | undefined {
  const { kept, format } = outlet()
  return format === "json" && data !== null && kept?.data === data ? kept?.text : undefined
}

function envelopeOf(ending: Ending) {
  const { emitted } = outlet()
  if (emitted !== undefined && "error" in ending) addMeta({ items_emitted: emitted })
  const text = "error" in ending ? undefined : keptText(ending.data)
  outlet().text = text
  const envelope =
    "error" in ending
      ? failure(ending.error, { ...envelopeOptions(), data: (ending.data ?? null) as JsonObject | null })
      : success(text === undefined ? ending.data : null, envelopeOptions())
  outlet().exitCode = envelope.meta.exit_code
  return envelope
}
