import type { Verdict } from "../operations/decide-attempt.ts"
import type { Program, ProgramLimits, ProgramRun } from "../sandbox/program.ts"

/** An attempt that has to be repaired. */
export type Failed = Extract<Verdict, { readonly _tag: "Failed" }>

/**
 * One finding, as a verdict.
 *
 * @param measured false when no program of the attempt was run
 */
export function failed(code: string, message: string, measured: boolean): Failed {
  return { _tag: "Failed", findings: [{ code, message }], measured }
}

/** What is wrong with how a program ended; null when it ended by itself, with an exit code. */
export function brokenRun({ role }: Pick<Program, "role">, run: ProgramRun): Failed | null {
  const { limit, signal, stderr } = run
  const said = stderr.trim() === "" ? "" : ` It said on stderr: ${stderr.trim()}`
  if (limit !== null)
    return failed(`PROGRAM_${codes[limit]}`, `The ${role} was ended: ${words[limit]}.${said}`, true)
  if (run.exit_code !== null) return null
  return failed("PROGRAM_FAILED", `The ${role} was ended by ${signal}.${said}`, true)
}

const codes = { time: "TIMED_OUT", memory: "MEMORY_LIMIT", output: "OUTPUT_LIMIT" } as const
const words: Readonly<Record<keyof typeof codes, string>> = {
  time: "it took longer than it may",
  memory: "it used more memory than it may",
  output: "it printed more than it may"
}

/** The limits as a model is told them. */
export function limitsInWords({ timeMs, memoryBytes, outputBytes }: ProgramLimits): string {
  return `${timeMs / 1000} seconds, ${Math.floor(memoryBytes / 1_048_576)} MiB of memory, ${outputBytes} bytes of output`
}
