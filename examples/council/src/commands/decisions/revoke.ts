import { personContract, PersonCommand } from "@byhand/oclif"
import { Args } from "@oclif/core"
import { decisionsOf } from "../../home.ts"

export default class Revoke extends PersonCommand<typeof Revoke> {
  static override description = "Revoke an approved decision; what was built on it loses its ground"
  static override examples = ["<%= config.bin %> decisions revoke D-42 --confirm-destructive"]
  static override args = { id: Args.string({ required: true, description: "ID of the decision to revoke" }) }
  static override wording = { action: "Revoking a decision", undone: "nothing is revoked" }
  static contract = personContract({
    danger_level: "destructive",
    required_scopes: ["decisions:revoke"],
    exit_codes: {
      0: { name: "SUCCESS", description: "The decision is revoked, or was previewed", retryable: false, side_effects: "complete" },
      5: { name: "NOT_FOUND", description: "There is no decision with this ID", retryable: false, side_effects: "none" },
      6: { name: "CONFLICT", description: "The decision is not in force", retryable: false, side_effects: "none" }
    }
  })

  async preview(): Promise<unknown> {
    const { id, title } = await decisionsOf(this.config).get(this.args.id)
    this.log(`Would revoke ${id}: ${title}`)
    return { effect: "would_revoke", would_affect: [id] }
  }

  async attestation() {
    const { id, title, status } = await decisionsOf(this.config).get(this.args.id)
    return { statement: `Revoke decision ${id} (${status})?\n\n  ${title}\n\nType its ID to confirm.`, expected: id }
  }

  async run(): Promise<unknown> {
    const decision = await decisionsOf(this.config).revoke(this.args.id, this.attested)
    this.log(`Revoked ${decision.id}.`)
    return { effect: "revoked", decision }
  }
}
