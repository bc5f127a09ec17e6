import type { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { commandErrorOf, markForOclif } from "../output/oclif-error.ts"
import { makeVisible } from "../output/make-visible.ts"
import { isHeld } from "../output/held.ts"
import { keepRefusal } from "../output/outlet.ts"
import { endWithTerminal } from "./end-with-terminal.ts"
import type { HostConfig, ParseOptions } from "./oclif-shape.ts"
import { type OutputOf, outputOf } from "./run-output.ts"

/**
 * Refuses a command whose constructor failed, when that is because of how the class is written; else gives back what was thrown.
 *
 * @param thrown what `new` threw: a class field that meets a locked method is a TypeError of the engine's
 */
export function refuseConstruction(
  thrown: unknown,
  at: { argv: string[]; config: HostConfig },
  constructed: ParseOptions
): unknown {
  const error = commandErrorOf(thrown, "execution")
  return error.code === "INVALID_DECLARATION" ? refuse(error, outputOf(at, constructed)) : thrown
}

/** Makes a refusal that oclif ends the process with, and that reaches stdout when stdout carries JSON. */
export function refuse(error: CommandError, output: OutputOf): CommandError {
  if (output.json && !isHeld()) keepRefusal(error)
  if (!output.json) makeVisible(error, { whole: true })
  // After the refusal, which is written when the process ends: nothing comes after this.
  if (error.exit === CommandExit.HANGUP) endWithTerminal()
  return markForOclif(error, { printed: output.json })
}
