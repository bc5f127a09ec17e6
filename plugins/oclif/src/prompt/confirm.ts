import { mayAsk, question, saysYes } from "./question.ts"

/**
 * Asks a yes-or-no question of whoever sits at the terminal.
 *
 * `--yes` answers it with yes, on a command whose contract says `interactive: true`. Enter alone is a no. It is no step that
 * only a person may take: that is what `PersonCommand` is for.
 *
 * @param command the command that asks
 * @param text the question, without its choices
 * @returns true for yes
 * @throws CommandError `INPUT_REQUIRED`, exit 4, when nobody can answer: stdin is no terminal, or the call says
 * `--non-interactive`; `CANCELLED`, exit 130, after Ctrl-C
 *
 * Requirement: REQ-C-005, REQ-F-009.
 *
 * @example
 * ```ts
 * import { confirm } from "@byhand/oclif"
 * import { Command } from "@oclif/core"
 *
 * export default class Prune extends Command {
 *   async run() {
 *     if (!(await confirm(this, "Remove three old drafts?"))) return { effect: "noop" }
 *     return { effect: "removed" }
 *   }
 * }
 * ```
 */
export async function confirm(command: object, text: string): Promise<boolean> {
  if (saysYes(command)) return true
  for (;;) {
    const answer = (await question(command, `${text} [y/N]`, mayAsk(command))).trim().toLowerCase()
    if (answer === "y" || answer === "yes") return true
    if (answer === "" || answer === "n" || answer === "no") return false
  }
}
