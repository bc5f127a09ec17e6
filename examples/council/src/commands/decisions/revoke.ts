import { personContract, visible } from "@byhand/oclif"
import { Args } from "@oclif/core"
import { DecisionStep } from "../../decision-step.ts"
import type { Decision } from "../../decisions/decision.ts"
import { changeExits } from "../../exit-codes.ts"

export default class Revoke extends DecisionStep<typeof Revoke> {
  static override description = "Revoke a decision in force; what was built on it loses its ground"
  static override examples = ["<%= config.bin %> decisions revoke D-42 --confirm-destructive"]
  static override args = { id: Args.string({ required: true, description: "ID of the decision to revoke" }) }
  static override wording = { action: "Revoking a decision", undone: "nothing is revoked" }
  static contract = personContract({
    danger_level: "destructive",
    required_scopes: ["decisions:revoke"],
    exit_codes: {
      ...changeExits,
      0: {
        name: "SUCCESS",
        description: "The decision is revoked, or was previewed",
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
        description: "The decision is not in force",
        retryable: false,
        side_effects: "none"
      }
    }
  })

  protected readonly step = "revoke"

  protected question({ id, status }: Decision): string {
    return `Revoke decision ${id}, which is ${status}?`
  }

  async preview(): Promise<unknown> {
    const { id, title } = await this.wouldAffect()
    this.log(`Would revoke ${id}: ${visible(title)}`)
    return { effect: "would_revoke", would_affect: [id] }
  }

  async run(): Promise<unknown> {
    const decision = await this.take()
    this.log(`Revoked ${decision.id}.`)
    return { effect: "revoked", decision }
  }
}
