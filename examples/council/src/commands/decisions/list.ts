import { type CommandContract, visible } from "@byhand/oclif"
import { Command } from "@oclif/core"
import { decisionsOf } from "../../home.ts"

export default class List extends Command {
  static override description = "List the decisions, oldest first"
  static override examples = ["<%= config.bin %> decisions list"]
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: ["decisions:read"],
    exit_codes: {
      "0": { name: "SUCCESS", description: "The decisions", retryable: false, side_effects: "none" }
    }
  }

  async run(): Promise<unknown> {
    await this.parse(List)
    const decisions = await decisionsOf(this.config).list()
    if (decisions.length === 0) this.log("No decisions yet. Propose one: council decisions propose TITLE")
    for (const { id, status, title } of decisions) this.log(`${id}  ${status}  ${visible(title)}`)
    return { decisions }
  }
}
