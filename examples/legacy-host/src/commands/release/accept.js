const { Args } = require("@oclif/core")
const { BaseCommand } = require("../../base-command")

class Accept extends BaseCommand {
  static description = "Accept a release, so that customers get it"
  static examples = ["<%= config.bin %> release accept R-1"]
  static args = { id: Args.string({ required: true, description: "ID of the release" }) }

  // All that is needed: data, in the CLI Agent Spec's own field names. A host without the plugin ignores it.
  static contract = {
    requires_person: true,
    interactive: true,
    mcp: false,
    danger_level: "mutating",
    required_scopes: ["releases:accept"],
    exit_codes: {
      0: {
        name: "SUCCESS",
        description: "The release is accepted",
        retryable: false,
        side_effects: "complete"
      },
      4: {
        name: "PRECONDITION",
        description: "No person confirmed the release at a terminal; nothing is accepted",
        retryable: false,
        side_effects: "none",
        error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
      }
    }
  }

  async run() {
    this.releases.accept(this.args.id)
    this.log(`Accepted ${this.args.id}.`)
    return { accepted: this.args.id }
  }
}

module.exports = Accept
