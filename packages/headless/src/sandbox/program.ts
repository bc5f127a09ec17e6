import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"

/**
 * The schema of a file of a program. Its path is relative to the program's own folder.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { ProgramFile } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * console.log(Schema.is(ProgramFile)({ path: "main.js", content: "console.log(6 * 7)" })) // true
 * ```
 */
export const ProgramFile = Schema.Struct({ path: NonBlank, content: Schema.String })
export type ProgramFile = typeof ProgramFile.Type

/**
 * The schema of a program that a reply brings along: it says nothing by itself, only by being run.
 *
 * Requirement: ADR-0019: a success rests on what a program printed that the host ran.
 *
 * @example
 * ```ts
 * import { Program } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * const files = [{ path: "main.js", content: "console.log(6 * 7)" }]
 * const program = { role: "solver", language: "javascript", entry: "main.js", files }
 * console.log(Schema.is(Program)(program), Schema.is(Program)({ role: "oracle" })) // true false
 * ```
 */
export const Program = Schema.Struct({
  /** A solver prints the witness. A checker reads a certificate on stdin, and exits with 0 when it holds. */
  role: Schema.Literals(["solver", "checker"]),
  /** The name of a language of the host's sandbox: "javascript". */
  language: NonBlank,
  /** The path of the file that is run. */
  entry: NonBlank,
  files: Schema.Array(ProgramFile)
})
export type Program = typeof Program.Type

/**
 * The schema of how a program ended. Plain JSON: it is kept in the log, and a program is not run twice for it.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { ProgramRun } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * const ended = { exit_code: 0, signal: null, limit: null, stdout: "42", stderr: "", duration_ms: 40 }
 * console.log(Schema.is(ProgramRun)(ended)) // true
 * ```
 */
export const ProgramRun = Schema.Struct({
  /** Null when a signal or a limit ended it. */
  exit_code: Schema.NullOr(Schema.Int),
  signal: Schema.NullOr(Schema.String),
  /** The limit that it broke, if it broke one. */
  limit: Schema.NullOr(Schema.Literals(["time", "memory", "output"])),
  /** Everything that it printed on stdout; what goes beyond the limit is cut. */
  stdout: Schema.String,
  /** The end of what it printed on stderr. */
  stderr: Schema.String,
  duration_ms: Schema.Finite
})
export type ProgramRun = typeof ProgramRun.Type

/** What a program may use. The host watches it. */
export interface ProgramLimits {
  /** Milliseconds from its first instruction. */
  readonly timeMs: number
  /** Bytes of stdout and stderr together. */
  readonly outputBytes: number
  /** Bytes of resident memory. */
  readonly memoryBytes: number
}

/**
 * What a program may use when nothing else is said: 30 seconds, 1 MiB of output, 512 MiB of memory.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { defaultLimits } from "@byhand/headless"
 * console.log(defaultLimits.timeMs, defaultLimits.outputBytes, defaultLimits.memoryBytes) // 30000 1048576 536870912
 * ```
 */
export const defaultLimits: ProgramLimits = Object.freeze({
  timeMs: 30_000,
  outputBytes: 1_048_576,
  memoryBytes: 536_870_912
})

const most = { files: 64, bytes: 1_048_576 } as const

/** What is wrong with a program before it is run, in a sentence; null when nothing is. */
export function programProblem({ entry, files }: Program): string | null {
  const paths = files.map(({ path }) => path)
  const odd = paths.find((path) => !isInside(path))
  if (odd !== undefined)
    return `The path ${JSON.stringify(odd)} is not inside the program's folder: expected names joined by "/".`
  if (new Set(paths).size < paths.length) return "Two of its files have the same path."
  const under = paths.find((path) => paths.some((other) => path.startsWith(`${other}/`)))
  if (under !== undefined) return `The path ${JSON.stringify(under)} lies below another file.`
  if (!paths.includes(entry)) return `Its entry ${JSON.stringify(entry)} is none of its files.`
  if (files.length > most.files) return `It has ${files.length} files. At most ${most.files} are run.`
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return bytes > most.bytes ? `It has ${bytes} bytes. At most ${most.bytes} are run.` : null
}

function isInside(path: string): boolean {
  return path.length <= 200 && path.split("/").every((part) => /^(?!\.{1,2}$)[\w.@+-]+$/u.test(part))
}
