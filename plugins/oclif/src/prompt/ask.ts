import { inputRequired } from "../carry-out/input-required.ts"
import { mayAsk, question, saysYes } from "./question.ts"

/** How a question is asked that has any answer. */
export interface AskOptions {
  /** What an empty answer means, and `--yes`; without it neither answers. */
  readonly default?: string
}

/**
 * Asks a question of whoever sits at the terminal, and gives back the answer.
 *
 * @param command the command that asks
 * @param text the question
 * @param options the answer that Enter alone gives, and `--yes`
 * @returns what was typed, or the default
 * @throws CommandError `INPUT_REQUIRED`, exit 4, when nobody can answer, or `--yes` answers a question without a default;
 * `CANCELLED`, exit 130, after Ctrl-C
 *
 * Requirement: REQ-C-005, REQ-F-009.
 *
 * @example
 * ```ts
 * import { ask } from "@byhand/oclif"
 * import { Command, Flags } from "@oclif/core"
 *
 * export default class Init extends Command {
 *   static override flags = { name: Flags.string() }
 *   async run() {
 *     const { flags } = await this.parse(Init)
 *     const name = flags.name ?? (await ask(this, "What is the project's name?", { default: "untitled" }))
 *     return { name }
 *   }
 * }
 * ```
 */
export async function ask(command: object, text: string, options: AskOptions = {}): Promise<string> {
  const { default: usual } = options
  if (saysYes(command)) {
    if (usual !== undefined) return usual
    throw inputRequired("NO_DEFAULT", { isInteractive: mayAsk(command), question: text })
  }
  const shown = usual === undefined ? text : `${text} [${usual}]`
  for (;;) {
    const answer = await question(command, shown, mayAsk(command))
    if (answer !== "") return answer
    if (usual !== undefined) return usual
  }
}
