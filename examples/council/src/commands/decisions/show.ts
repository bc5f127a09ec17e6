import { type CommandContract, visible } from "@byhand/oclif"
import { Args, Command } from "@oclif/core"
import { decisionsOf } from "../../home.ts"

export default class Show extends Command {
  static override description = "Show one decision, with the record of who confirmed what"
  static override examples = ["<%= config.bin %> decisions show D-42"]
  static override args = {
    id: Args.string({ required: true, ignoreStdin: true, description: "ID of the decision" })
  }
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: ["decisions:read"],
    exit_codes: {
      "0": { name: "SUCCESS", description: "The decision", retryable: false, side_effects: "none" },
      "5": {
        name: "NOT_FOUND",
        description: "There is no decision with this ID",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  async run(): Promise<unknown> {
    const { args } = await this.parse(Show)
    const decision = await decisionsOf(this.config).get(args.id)
    const lines = JSON.stringify(decision, null, 2).split("\n")
    this.log(lines.map(visible).join("\n"))
    return { decision }
  }
}
