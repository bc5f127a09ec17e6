import { CommandError, type JsonObject } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { CommandCall } from "./command-call.ts"

/** What whoever was refused may do. */
interface Advice {
  readonly fixRequired: string
  readonly suggestion?: string
}

/**
 * The refusal of a call that destroys something and does not say that it knows: `CONFIRMATION_REQUIRED`, exit 2, with what
 * would be affected.
 *
 * Requirement: REQ-O-021.
 */
export function confirmationRequired(
  { path, contract }: Pick<CommandCall, "path" | "contract">,
  affected: JsonObject,
  advice: Advice
): CommandError {
  return new CommandError({
    code: "CONFIRMATION_REQUIRED",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: `${path.join(" ")} destroys something and was called without --confirm-destructive. Nothing was done.`,
    ...advice,
    context: { ...affected, danger_level: contract.danger_level ?? "destructive" }
  })
}
