import { type CommandContract, CommandError, CommandExit, visible } from "@byhand/oclif"
import { Args, Command, Flags } from "@oclif/core"
import { decisionsOf } from "../../home.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Purge extends Command {
  static override description =
    "Delete a decision and its records for good; an agent may, once it says so twice"
  static override examples = ["<%= config.bin %> decisions purge D-42 --dry-run"]
  static override args = {
    id: Args.string({ required: true, ignoreStdin: true, description: "ID of the decision to delete" })
  }
  static override flags = {
    "dry-run": Flags.boolean({ description: "Show what would be deleted, and do nothing" }),
    "confirm-destructive": Flags.boolean({ description: "Confirm that this deletes something for good" })
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

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Purge)
    const decisions = decisionsOf(this.config)
    if (flags["dry-run"]) {
      const { id, title } = await decisions.get(args.id)
      this.log(`Would delete ${id}: ${visible(title)}`)
      return { effect: "would_delete", would_affect: [id] }
    }
    if (!flags["confirm-destructive"]) throw unconfirmed(args.id)
    const decision = await decisions.purge(args.id)
    this.log(`Deleted ${decision.id}.`)
    return { effect: "deleted", decision }
  }
}

function unconfirmed(id: string): CommandError {
  return new CommandError({
    code: "CONFIRMATION_REQUIRED",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: `Deleting ${id} for good was not confirmed; nothing is deleted.`,
    fixRequired: "Add --confirm-destructive, or --dry-run to see what would be deleted",
    context: { would_affect: [id], danger_level: "destructive" }
  })
}
