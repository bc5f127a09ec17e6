import { CommandError, type JsonObject } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { Command } from "@oclif/core"
import { markForOclif } from "../../output/oclif-error.ts"
import { type HostProblem, hostProblems } from "../../describe/host-problems.ts"

/** `byhand:check`: for an author's CI, every declaration of the host that the rules refuse, and what is doubtful. */
export default class Check extends Command {
  static override description = "Check what the commands of this tool declare; exit 1 when a rule is broken"
  static override examples = ["<%= config.bin %> byhand:check"]
  static contract = {
    danger_level: "safe",
    required_scopes: [],
    exit_codes: {
      "0": { name: "SUCCESS", description: "No rule is broken", retryable: false, side_effects: "none" },
      "1": {
        name: "GENERAL_ERROR",
        description: "A rule is broken; the error lists each",
        retryable: false,
        side_effects: "none",
        error_codes: ["INVALID_DECLARATION"]
      }
    }
  }

  async run(): Promise<unknown> {
    await this.parse(Check)
    const { problems, doubts, undeclared } = await hostProblems(this.config)
    for (const { command, message, fix } of doubts) this.log(`${command}: ${message}\n  ${fix}`)
    if (undeclared.length > 0) this.log(undeclaredInWords(undeclared))
    if (problems.length > 0) throw brokenRules(problems)
    this.log(`Nothing wrong in what ${this.config.commands.length} commands declare.`)
    return { problems, doubts, undeclared }
  }
}

function undeclaredInWords(commands: readonly string[]): string {
  const few = commands.slice(0, mostNamed).join(", ")
  const more = commands.length > mostNamed ? ` and ${commands.length - mostNamed} more` : ""
  return `${commands.length} commands declare nothing, and the manifest says of each that it may change something: ${few}${more}.\n  Give each a \`static contract\`.`
}

// What a person still reads; the result has them all.
const mostNamed = 20

function brokenRules(problems: readonly HostProblem[]): CommandError {
  const lines = problems.map(({ command, message, fix }) => `${command}: ${message}\n  ${fix}`)
  return markForOclif(
    new CommandError({
      code: "INVALID_DECLARATION",
      exit: CommandExit.GENERAL_ERROR,
      message: `${problems.length} ${problems.length === 1 ? "rule is" : "rules are"} broken.\n${lines.join("\n")}`,
      suggestion: "Mend what the lines name, and run the check again",
      context: { problems: problems.map((problem): JsonObject => ({ ...problem })) }
    }),
    { printed: false }
  )
}
