import { cancellation, type CommandContract, visible } from "@byhand/oclif"
import { Command, Flags } from "@oclif/core"
import type { Decision } from "../../decisions/decision.ts"
import { changesOf } from "../../decisions/changes.ts"
import { decisionsOf } from "../../home.ts"

export default class Watch extends Command {
  static override description = "Show each decision as it stands now, and then each change as it is made"
  static override examples = ["<%= config.bin %> decisions watch", "<%= config.bin %> decisions watch --once"]
  static override flags = {
    once: Flags.boolean({ description: "End once all are shown; without it, only a signal ends the watch" })
  }
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: ["decisions:read"],
    streaming_default: true,
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "All are shown",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  /** A decision as a person sees it. */
  show({ id, status, title }: Decision): string {
    return `${id}  ${status}  ${visible(title)}`
  }

  async run(): Promise<AsyncIterable<Decision>> {
    const { flags } = await this.parse(Watch)
    const signal = flags.once ? AbortSignal.abort() : cancellation()
    return changesOf(decisionsOf(this.config), signal)
  }
}
