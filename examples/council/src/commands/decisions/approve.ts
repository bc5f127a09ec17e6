import { personContract } from "@byhand/oclif"
import { Args } from "@oclif/core"
import { DecisionStep } from "../../decision-step.ts"
import type { Decision } from "../../decisions/decision.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Approve extends DecisionStep<typeof Approve> {
  static override description = "Record a person's approval of a decision an agent proposed"
  static override examples = ["<%= config.bin %> decisions approve D-42"]
  static override args = { id: Args.string({ required: true, description: "ID of the decision to approve" }) }
  static override wording = { action: "Approving a decision", undone: "nothing is recorded" }
  static contract = personContract({
    danger_level: "mutating",
    required_scopes: ["decisions:approve"],
    exit_codes: {
      ...changeExits,
      0: {
        name: "SUCCESS",
        description: "The approval is recorded",
        retryable: false,
        side_effects: "complete"
      },
      4: {
        name: "PRECONDITION",
        description: "No person confirmed the approval at a terminal; nothing is recorded"
      },
      5: {
        name: "NOT_FOUND",
        description: "There is no decision with this ID",
        retryable: false,
        side_effects: "none"
      },
      6: {
        name: "CONFLICT",
        description: "The decision is not open for approval",
        retryable: false,
        side_effects: "none"
      }
    }
  })

  protected readonly step = "approve"

  protected question({ id }: Decision): string {
    return `Approve decision ${id}?`
  }

  async run(): Promise<unknown> {
    const decision = await this.take()
    this.log(`Approved ${decision.id}.`)
    return { effect: "approved", decision }
  }
}
