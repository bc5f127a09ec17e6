import { Args } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { homeOf, RunCommand } from "../run-command.ts"

export default class Cancel extends RunCommand {
  static override description = "Give a session up, wherever it stands"
  static override examples = ["<%= config.bin %> cancel S-0123456789ab"]
  static override args = {
    session: Args.string({ required: true, ignoreStdin: true, description: "The session's ID" })
  }

  async run(): Promise<RunReport> {
    const { args } = await this.checked(() => this.parse(Cancel))
    const { cancel } = await import("../worker/cancel.ts")
    return cancel(homeOf(this.config), args.session)
  }
}
