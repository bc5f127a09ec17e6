import { isatty } from "node:tty"
import { inputRequired } from "../carry-out/input-required.ts"
import { unanswerable } from "../carry-out/stdin-watch.ts"
import { invocation } from "../output/invocation.ts"
import { lineOf } from "./line-of.ts"

/**
 * Puts a question to whoever sits at the terminal, on stderr, so that stdout stays for the result.
 *
 * @returns what was typed, without the line's end
 * @throws CommandError `INPUT_REQUIRED` (4) when nobody can answer; `CANCELLED` (130) after Ctrl-C
 */
export async function question(command: object, text: string, isInteractive: boolean): Promise<string> {
  const { flags = {} } = lineOf(command) ?? {}
  const nobody =
    unanswerable(invocation().nonInteractive || flags["non-interactive"] === true) ??
    (isatty(2) || isatty(1) ? undefined : "STDIN_NOT_A_TERMINAL")
  if (nobody !== undefined) throw inputRequired(nobody, { isInteractive, question: text })
  const { typed } = await import("./typed.ts")
  return typed(text, isInteractive)
}

/** Whether a command says in its contract that it may ask: then `--yes` is one of its flags. */
export function mayAsk(command: object): boolean {
  const { contract } = command.constructor as { contract?: { interactive?: unknown } }
  return contract?.interactive === true
}

/** Whether the call says yes to everything. */
export function saysYes(command: object): boolean {
  return lineOf(command)?.flags["yes"] === true
}
