import { isatty } from "node:tty"
import { inputRequired } from "../carry-out/input-required.ts"
import { hasTakenStdin, watchStdin } from "../carry-out/stdin-watch.ts"
import { beginCall } from "../output/parsing.ts"
import { neverSettled, untilSettled } from "../output/until-settled.ts"
import type { Call } from "./call.ts"

/**
 * Runs a call until it has settled. One that waits for ever for what stdin does not have needed an answer that nobody could
 * give, with whatever library it asked: `INPUT_REQUIRED`.
 *
 * Requirement: REQ-F-009.
 */
export function settle<T>(call: Call, body: () => Promise<T>): Promise<T> {
  beginCall()
  if (!isatty(0)) watchStdin()
  return untilSettled(body, () =>
    hasTakenStdin() ? inputRequired("END_OF_INPUT", { isInteractive: isInteractive(call) }) : neverSettled()
  )
}

/** Whether a command says that it may ask what `--yes` answers. */
export function isInteractive({ command, isPersonOnly }: Call): boolean {
  return command?.contract?.interactive === true && !isPersonOnly
}
