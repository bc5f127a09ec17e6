import { createInterface } from "node:readline"
import { isatty } from "node:tty"
import { cancelled } from "@byhand/envelope"
import { inputRequired } from "../carry-out/input-required.ts"

/** Shows a text at the terminal, and gives back the line that is typed behind it. */
export function typed(text: string, isInteractive: boolean): Promise<string> {
  const output = isatty(2) ? process.stderr : process.stdout
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  return new Promise<string>((resolve, reject) => {
    lines.once("SIGINT", () => reject(cancelled("SIGINT")))
    lines.once("close", () => reject(inputRequired("END_OF_INPUT", { isInteractive, question: text })))
    lines.question(`${text} `, resolve)
  }).finally(() => lines.close())
}
