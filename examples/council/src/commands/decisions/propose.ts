import { type CommandContract, visible } from "@byhand/oclif"
import { Args, Command, Flags } from "@oclif/core"
import { decisionsOf } from "../../home.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Propose extends Command {
  static override description = "Propose a decision; anyone may, an agent too"
  static override examples = ['<%= config.bin %> decisions propose "Move the office to the lake"']
  static override args = {
    title: Args.string({
      required: true,
      ignoreStdin: true,
      description: "What is to be decided, in one sentence"
    })
  }
  static override flags = {
    id: Flags.string({ description: "ID of the decision; without it the next free one (D-1, D-2, …)" })
  }
  static contract: CommandContract = {
    danger_level: "mutating",
    required_scopes: ["decisions:propose"],
    exit_codes: {
      ...changeExits,
      "0": {
        name: "SUCCESS",
        description: "The decision is proposed",
        retryable: false,
        side_effects: "complete"
      },
      "6": {
        name: "CONFLICT",
        description: "A decision with this ID exists",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Propose)
    const decision = await decisionsOf(this.config).propose({
      title: args.title,
      ...(flags.id === undefined ? {} : { id: flags.id })
    })
    this.log(`Proposed ${decision.id}: ${visible(decision.title)}`)
    return { effect: "created", decision }
  }
}
