import {
  type CommandError,
  EnvelopeSink,
  failure,
  type JsonObject,
  success,
  type Warning
} from "@byhand/envelope"

/**
 * The one way out of this process for an envelope.
 *
 * With the launcher, the launcher writes, once, at the end. Without it a person-only command writes its own success;
 * its refusal waits for the process to end, because only then is it known whether the command that called it passed the
 * refusal on or handled it.
 */
interface Outlet {
  launcher: boolean
  hostWrote: boolean
  readonly sink: EnvelopeSink
  readonly startedAt: number
  readonly warnings: Warning[]
  meta: JsonObject
  refusal: CommandError | undefined
  passed: boolean
}

// One per process, also when two copies of this package are loaded: two writers would be two documents.
const key = Symbol.for("@byhand/oclif/outlet")

function outlet(): Outlet {
  const holder = globalThis as { [key]?: Outlet }
  return (holder[key] ??= {
    launcher: false,
    hostWrote: false,
    sink: new EnvelopeSink({ stream: process.stdout }),
    startedAt: performance.now(),
    warnings: [],
    meta: {},
    refusal: undefined,
    passed: false
  })
}

/** Says that the launcher runs this process, and writes whatever is written. */
export function openForLauncher(): void {
  outlet().launcher = true
}

/** Whether the launcher runs this process. */
export function launcherWrites(): boolean {
  return outlet().launcher
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

/** Writes a success, unless something was written before. Resolves when the reader has it all or is gone. */
export async function writeSuccess(data: unknown): Promise<void> {
  await outlet().sink.write(success(data, facts()))
}

/** Writes a failure, unless something was written before. Resolves when the reader has it all or is gone. */
export async function writeFailure(error: CommandError): Promise<void> {
  await outlet().sink.write(failure(error, facts()))
}

/** Keeps a refusal for the end of the process: it is written there if the process ends with the refusal's exit code. */
export function keepRefusal(error: CommandError): void {
  const state = outlet()
  if (state.refusal === undefined)
    process.once("exit", (code) => {
      if (code === state.refusal?.exit) writeFailureNow(state.refusal)
    })
  state.refusal = error
}

/** Whether a document was given out, even if it is still on its way. */
export function isWritten(): boolean {
  const { hostWrote, sink } = outlet()
  return hostWrote || sink.written
}

/** Notes that a person-only command of this process has passed its gate. */
export function notePassage(): void {
  outlet().passed = true
}

/** Whether a person-only command of this process has passed its gate. */
export function hasPassed(): boolean {
  return outlet().passed
}

/** Says that the host's own `--json` wrote the one document. */
export function hostHasWritten(): void {
  outlet().hostWrote = true
}

/** Writes a success before it returns, unless something was written before: for the exit of the process. */
export function writeSuccessNow(data: unknown): void {
  outlet().sink.writeSync(success(data, facts()))
}

/** Writes a failure before it returns, unless something was written before: for the exit of the process. */
export function writeFailureNow(error: CommandError): void {
  outlet().sink.writeSync(failure(error, facts()))
}

/** Sends everything written to stdout to stderr while `body` runs, so that the envelope is alone there (REQ-F-006). */
export async function withStdoutOnStderr<T>(body: () => Promise<T>): Promise<T> {
  const own = Object.getOwnPropertyDescriptor(process.stdout, "write")
  process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write
  try {
    return await body()
  } finally {
    if (own === undefined) delete (process.stdout as { write?: unknown }).write
    else Object.defineProperty(process.stdout, "write", own)
  }
}

function facts() {
  const { startedAt, warnings, meta } = outlet()
  return { durationMs: Math.round(performance.now() - startedAt), warnings, meta }
}
