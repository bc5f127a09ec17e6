import { cancellation, type CommandContract, visible } from "@byhand/oclif"
import { Command, Flags } from "@oclif/core"
import type { Decision } from "../../decisions/decision.ts"
import { changesOf } from "../../decisions/changes.ts"
import { decisionsOf } from "../../home.ts"

export default class Watch extends Command {
  static override description = "Show each decision as it stands now, and then each change as it is made"
  static override examples = [
    "<%= config.bin %> decisions watch",
    "<%= config.bin %> decisions watch --count 10"
  ]
  static override flags = {
    count: Flags.integer({
      min: 1,
      description: "End after this many; without it, only a signal ends the watch"
    })
  }
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: ["decisions:read"],
    streaming_default: true,
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "As many as were asked for",
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
    return first(flags.count ?? Infinity, changesOf(decisionsOf(this.config), cancellation()))
  }
}

async function* first<T>(count: number, items: AsyncIterable<T>): AsyncGenerator<T> {
  let left = count
  for await (const item of items) {
    yield item
    left -= 1
    if (left === 0) return
  }
}
