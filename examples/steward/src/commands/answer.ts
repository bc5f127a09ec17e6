import { Args } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { homeOf, RunCommand, workingFlags } from "../run-command.ts"

export default class Answer extends RunCommand {
  static override description = `Give a waiting session its answer, and drive it on

The answer is never interpreted. Without TEXT it is all of stdin, less one line terminator; at a terminal the person is
asked. The same answer given again tells the same ending; a different one changes nothing and is ANSWER_CONFLICT.`
  static override examples = [
    "<%= config.bin %> answer S-0123456789ab blue --replay tape.json",
    "<%= config.bin %> answer S-0123456789ab --replay tape.json < answer.txt"
  ]
  static override args = {
    session: Args.string({ required: true, ignoreStdin: true, description: "The session's ID" }),
    text: Args.string({ ignoreStdin: true, description: "The answer" })
  }
  static override flags = workingFlags

  async run(): Promise<RunReport> {
    const { args, flags } = await this.checked(() => this.parse(Answer))
    const { answer } = await import("../worker/answer.ts")
    return answer(homeOf(this.config), args.session, args.text, flags)
  }
}
