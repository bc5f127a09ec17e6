import { Flags } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { homeOf, RunCommand, workingFlags } from "../run-command.ts"

export default class Run extends RunCommand {
  static override description = `Run a task to its end, or to where it pauses

With --prompt or --prompt-file, stdin has the lines for the review gates; without, stdin is the prompt. At a terminal the
person is asked instead. The exit code says how it ended: 0 closed with a result, a refusal or a direct answer; 1 cancelled;
2 stopped at a gate that nobody confirmed; 3 waiting for input; 4 error; 5 a result that could not be established; 130 and
143 interrupted.`
  static override examples = [
    "<%= config.bin %> run --prompt 'List the primes below 20' --review none --model-url http://127.0.0.1:11434/v1 --model qwen3",
    "<%= config.bin %> run --prompt 'List the primes below 20' --replay tape.json",
    "printf '/confirm\\n/confirm\\n' | <%= config.bin %> run --prompt-file task.md --replay tape.json"
  ]
  static override flags = {
    prompt: Flags.string({
      helpValue: "TEXT",
      description: "What is to be done",
      exclusive: ["prompt-file"]
    }),
    "prompt-file": Flags.string({ helpValue: "FILE", description: "A file that says what is to be done" }),
    review: Flags.option({
      options: ["piped", "none"] as const,
      default: "piped" as const,
      description: "Confirm a prompt and a plan, or neither"
    })(),
    verify: Flags.boolean({
      description: "Close with a result only if programs establish it that this host runs"
    }),
    session: Flags.string({ helpValue: "ID", description: "The session whose next turn this is" }),
    "max-repairs": Flags.integer({
      min: 0,
      description: "Repairs after a failed attempt; 0 retries nothing"
    }),
    ...workingFlags
  }

  async run(): Promise<RunReport> {
    const { flags } = await this.checked(() => this.parse(Run))
    const { runRequest } = await import("../worker/run-request.ts")
    return runRequest(homeOf(this.config), flags)
  }
}
