import { personContract, visible } from "@byhand/oclif"
import { Args, Flags } from "@oclif/core"
import { DecisionStep } from "../../decision-step.ts"
import type { Decision } from "../../decisions/decision.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Publish extends DecisionStep<typeof Publish> {
  static override description =
    "Publish an approved decision; without --confirm, show what would be published"
  static override examples = [
    "<%= config.bin %> decisions publish D-42",
    "<%= config.bin %> decisions publish D-42 --confirm"
  ]
  static override args = { id: Args.string({ required: true, description: "ID of the decision to publish" }) }
  static override flags = {
    confirm: Flags.boolean({ description: "Publish, after a person confirmed it; without it, preview" })
  }
  static override wording = { action: "Publishing a decision", undone: "nothing is published" }
  static contract = personContract({
    danger_level: "mutating",
    required_scopes: ["decisions:publish"],
    confirm_flag: "confirm",
    exit_codes: {
      ...changeExits,
      0: {
        name: "SUCCESS",
        description: "The decision is published, or was previewed",
        retryable: false,
        side_effects: "complete"
      },
      5: {
        name: "NOT_FOUND",
        description: "There is no decision with this ID",
        retryable: false,
        side_effects: "none"
      },
      6: {
        name: "CONFLICT",
        description: "The decision is not approved",
        retryable: false,
        side_effects: "none"
      }
    }
  })

  protected readonly step = "publish"

  protected question({ id }: Decision): string {
    return `Publish decision ${id} for everyone to read?`
  }

  async preview(): Promise<unknown> {
    const { id, title } = await this.wouldAffect()
    this.log(`Would publish ${id}: ${visible(title)}`)
    return { effect: "would_publish", would_affect: [id] }
  }

  async run(): Promise<unknown> {
    const decision = await this.take()
    this.log(`Published ${decision.id}.`)
    return { effect: "published", decision }
  }
}
