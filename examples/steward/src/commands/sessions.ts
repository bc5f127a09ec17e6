import { type CommandContract, visible } from "@byhand/oclif"
import { Command } from "@oclif/core"
import { homeOf } from "../run-command.ts"
import { readExits } from "../sessions/read-exits.ts"

export default class SessionList extends Command {
  static override description = "List every session, and where it stands"
  static override examples = ["<%= config.bin %> sessions"]
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: [],
    exit_codes: {
      "0": { name: "SUCCESS", description: "The sessions", retryable: false, side_effects: "none" },
      ...readExits
    }
  }

  async run(): Promise<unknown> {
    await this.parse(SessionList)
    const { listSessions } = await import("../sessions/list-sessions.ts")
    const { sessions, lines } = listSessions(homeOf(this.config))
    this.log(lines.length === 0 ? "No sessions yet." : lines.map(visible).join("\n"))
    return { sessions }
  }
}
