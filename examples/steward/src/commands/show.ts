import { type CommandContract, visible } from "@byhand/oclif"
import { Args, Command, Flags } from "@oclif/core"
import { homeOf } from "../run-command.ts"
import { readExits } from "../sessions/read-exits.ts"

export default class Show extends Command {
  static override description = "Show where a session stands, and change nothing"
  static override examples = ["<%= config.bin %> show S-0123456789ab --verify"]
  static override args = {
    session: Args.string({ required: true, ignoreStdin: true, description: "The session's ID" })
  }
  static override flags = {
    verify: Flags.boolean({ description: "Read the whole log again, and compare every file with it" })
  }
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: [],
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "Where the session stands",
        retryable: false,
        side_effects: "none"
      },
      ...readExits,
      "5": {
        name: "NOT_FOUND",
        description: "There is no such session",
        retryable: false,
        side_effects: "none"
      },
      "6": {
        name: "CONFLICT",
        description: "A file beside the log does not say what the log says",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Show)
    const { showSession } = await import("../sessions/show-session.ts")
    const shown = showSession(homeOf(this.config), args.session, flags)
    this.log(JSON.stringify(shown, null, 2).split("\n").map(visible).join("\n"))
    return shown
  }
}
