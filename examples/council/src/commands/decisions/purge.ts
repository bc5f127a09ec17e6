import { type CommandContract, visible } from "@byhand/oclif"
import { Args, Command } from "@oclif/core"
import { decisionsOf } from "../../home.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Purge extends Command {
  static override description =
    "Delete a decision and its records for good; an agent may, once it says so twice"
  static override examples = ["<%= config.bin %> decisions purge D-42 --dry-run"]
  static override args = {
    id: Args.string({ required: true, ignoreStdin: true, description: "ID of the decision to delete" })
  }
  static contract: CommandContract = {
    danger_level: "destructive",
    required_scopes: ["decisions:purge"],
    exit_codes: {
      ...changeExits,
      "0": {
        name: "SUCCESS",
        description: "The decision is deleted, or was previewed",
        retryable: false,
        side_effects: "complete"
      },
      "2": {
        name: "ARG_ERROR",
        description: "The command line is not valid, or the deletion is not confirmed; nothing is deleted",
        retryable: false,
        side_effects: "none"
      },
      "5": {
        name: "NOT_FOUND",
        description: "There is no decision with this ID",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  /** What `--dry-run` shows, and what an unconfirmed call would have deleted. */
  async preview(): Promise<unknown> {
    const { args } = await this.parse(Purge)
    const { id, title } = await decisionsOf(this.config).get(args.id)
    this.log(`Would delete ${id}: ${visible(title)}`)
    return { effect: "would_delete", would_affect: [id] }
  }

  async run(): Promise<unknown> {
    const { args } = await this.parse(Purge)
    const decision = await decisionsOf(this.config).purge(args.id)
    this.log(`Deleted ${decision.id}.`)
    return { effect: "deleted", decision }
  }
}
