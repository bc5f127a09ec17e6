import { Args, Flags } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { homeOf, RunCommand, workingFlags } from "../run-command.ts"

export default class Resume extends RunCommand {
  static override description = `Drive a session on from where it stands

stdin has the lines for the review gates, or for the question that the session waits with. A session whose latest turn is
closed tells its ending once more. A call of which nobody knows whether it took place needs a decision: --redo or --abandon.`
  static override examples = [
    "printf '/confirm\\n' | <%= config.bin %> resume S-0123456789ab --replay tape.json"
  ]
  static override args = {
    session: Args.string({ required: true, ignoreStdin: true, description: "The session's ID" })
  }
  static override flags = {
    redo: Flags.boolean({ description: "Make the uncertain call once more", exclusive: ["abandon"] }),
    abandon: Flags.boolean({ description: "Give the run up, because of its uncertain call" }),
    ...workingFlags
  }

  async run(): Promise<RunReport> {
    const { args, flags } = await this.checked(() => this.parse(Resume))
    const { resume } = await import("../worker/resume.ts")
    return resume(homeOf(this.config), args.session, flags)
  }
}
