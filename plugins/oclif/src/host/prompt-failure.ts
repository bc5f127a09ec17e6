import { isatty } from "node:tty"
import { cancelled, type CommandError } from "@byhand/envelope"
import { inputRequired } from "../carry-out/input-required.ts"
import { type Call } from "./call.ts"
import { isInteractive } from "./settle.ts"

/**
 * What an error of a library that asks people means: the question was cancelled by Ctrl-C, or there was nobody to answer it.
 *
 * Node's readline, Inquirer and what is built on them say so in these names and words.
 */
export function promptFailure(thrown: unknown, call: Call): CommandError | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { name, message } = thrown
  const isCancelled =
    (name === "ExitPromptError" && message.includes("SIGINT")) ||
    (name === "AbortError" && message.includes("Ctrl+C"))
  if (isCancelled) return cancelled("SIGINT")
  const nobody = name === "ExitPromptError" || (!isatty(0) && /setRawMode is not a function/.test(message))
  return nobody ? inputRequired("END_OF_INPUT", { isInteractive: isInteractive(call) }) : undefined
}
