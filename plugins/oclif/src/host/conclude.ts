import { endingOf, endingWith } from "../output/ending-of.ts"
import type { Ending } from "../output/outlet-state.ts"
import type { Call } from "./call.ts"
import type { HeldConfig } from "./held-config.ts"
import { withSafeFix } from "./fix-command.ts"
import { promptFailure } from "./prompt-failure.ts"
import { warnOfUndeclaredEnd } from "./undeclared-exit.ts"
import { explained } from "./unknown-command.ts"

/** How a call ended that gave this result. */
export function concludeResult(call: Call, data: unknown): Ending {
  const ending = endingWith(data)
  warnOfUndeclaredEnd(call, ending)
  return ending
}

/** How a call ended that threw this, and what a person is to be shown of it: what was thrown, or what it means. */
export function concludeFailure(
  config: HeldConfig,
  call: Call,
  thrown: unknown
): { readonly ending: Ending; readonly reason: unknown } {
  const reason = promptFailure(thrown, call) ?? explained(config, call, thrown)
  // Where no command was found, nothing can have been done.
  const stage = call.command === undefined ? "validation" : "execution"
  const ended = endingOf(reason, { stage, isPersonOnly: call.isPersonOnly })
  const ending =
    "error" in ended && ended.error.fixCommand !== undefined
      ? { ...ended, error: withSafeFix(config, ended.error) }
      : ended
  warnOfUndeclaredEnd(call, ending)
  return { ending, reason }
}
