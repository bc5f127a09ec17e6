import { CommandExit } from "@byhand/exit-codes"
import {
  commandErrorOf,
  contractExit,
  endedWith,
  isCleanExit,
  keepFourForHandOff,
  type Stage
} from "./oclif-error.ts"
import { interruptedEnding } from "./interruption.ts"
import type { Ending } from "./outlet-state.ts"
import { hasPassed } from "./outlet.ts"

/** How a call ended that gave this result; `process.exitCode`, which the command may have set, has a say in it. */
export function endingWith(data: unknown): Ending {
  const interrupted = interruptedEnding()
  if (interrupted !== undefined) return interrupted
  const code = Number(process.exitCode ?? CommandExit.SUCCESS)
  return code === CommandExit.SUCCESS ? { data } : { error: endedWith(contractExit(code)), data }
}

/** How a call ended that threw this. */
export function endingOf(
  thrown: unknown,
  { stage, isPersonOnly }: { readonly stage: Stage; readonly isPersonOnly: boolean }
): Ending {
  const interrupted = interruptedEnding()
  if (interrupted !== undefined) return interrupted
  if (isCleanExit(thrown)) return { data: null }
  const error = commandErrorOf(thrown, stage)
  return { error: isPersonOnly && !hasPassed() ? keepFourForHandOff(error) : error }
}
