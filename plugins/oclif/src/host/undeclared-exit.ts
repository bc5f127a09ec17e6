import { rootExits } from "../flags/root-exits.ts"
import type { Ending } from "../output/outlet-state.ts"
import { addWarning } from "../output/outlet.ts"
import type { Call } from "./call.ts"

/**
 * Warns an author, while they develop, of an end that their command's contract does not declare: an exit code that is not
 * among its `exit_codes`, or an error code that is not among those listed for the exit.
 *
 * Requirement: REQ-C-001.
 */
export function warnOfUndeclaredEnd({ command, json }: Call, ending: Ending): void {
  if (process.env["NODE_ENV"] !== "development") return
  const declared = command?.contract?.exit_codes as ExitCodes | null | undefined
  if (typeof declared !== "object" || declared === null) return
  const { exit, code } = "error" in ending ? ending.error : { exit: 0, code: undefined }
  const message = problem(declared, exit, code)
  if (message === undefined) return
  addWarning({
    code: "UNDECLARED_EXIT_CODE",
    message,
    context: { exit_code: exit, ...(code === undefined ? {} : { error_code: code }) }
  })
  if (!json) process.stderr.write(`Warning: ${message}\n`)
}

type ExitCodes = Readonly<Record<string, { readonly error_codes?: readonly string[] }>>

function problem(declared: ExitCodes, exit: number, code: string | undefined): string | undefined {
  const entry = declared[exit]
  if (entry === undefined)
    return rootExits.includes(exit)
      ? undefined
      : `The command ended with ${exit}, which its contract does not declare. Add it to exit_codes.`
  const listed = entry.error_codes
  return code === undefined || listed === undefined || listed.includes(code)
    ? undefined
    : `The command ended with ${exit} ${code}, but its contract lists ${listed.join(", ") || "no code"} for ${exit}. Add the code to error_codes.`
}
