import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { milliseconds } from "../flags/duration.ts"
import { interrupt, interrupted } from "../output/interruption.ts"
import { addMeta } from "../output/outlet.ts"
import type { CommandCall } from "./command-call.ts"

/** How long a command may take that goes over a network, unless the call or the command's own flag says otherwise. */
const usual = "2m"

/**
 * Runs a command that goes over a network for no longer than its `--timeout` says. The clock starts here: what a person
 * takes to answer is not counted.
 *
 * @throws CommandError `TIMEOUT`, exit 10, retryable only where the contract says that nothing is done then
 *
 * Requirement: REQ-F-011, REQ-F-012, REQ-C-012.
 */
export async function withinTime<T>(call: CommandCall, body: () => Promise<T>): Promise<T> {
  const limit = call.contract.has_network_io === true ? limitOf(call) : 0
  if (limit === 0) return body()
  addMeta({ timeout_ms: limit })
  const error = timedOut(call, limit)
  const timer = setTimeout(() => interrupt(error, { mayHaveActed: !error.retryable }), limit)
  try {
    return await Promise.race([body(), interrupted()])
  } finally {
    clearTimeout(timer)
  }
}

/** A command that has its own `--timeout` may mean the same by it: a duration, or a number of seconds. */
function limitOf({ line }: CommandCall): number {
  const given = line.flags["timeout"]
  try {
    return milliseconds(typeof given === "string" || typeof given === "number" ? String(given) : usual)
  } catch {
    return milliseconds(usual)
  }
}

function timedOut({ contract }: CommandCall, limit: number): CommandError {
  const declared = contract.exit_codes?.[CommandExit.TIMEOUT]
  return new CommandError({
    code: "TIMEOUT",
    exit: CommandExit.TIMEOUT,
    message: `The command did not end within ${limit} ms, and was stopped.`,
    retryable: declared?.retryable === true && declared.side_effects === "none",
    phase: "execution",
    fixRequired: "Call it with a longer --timeout, if it needs more time",
    context: { timeout_ms: limit }
  })
}
