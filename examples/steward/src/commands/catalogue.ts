import { availableParallelism } from "node:os"
import { isatty } from "node:tty"
import { cancellation, type CommandContract, visible } from "@byhand/oclif"
import { Args, Command, Flags } from "@oclif/core"
import { catalogueExits } from "../catalogue/catalogue-exits.ts"

export default class Catalogue extends Command {
  static override description = `Run the cases of a catalogue, each in a process of its own, and score them

Results are appended to results.jsonl in the folder of --out. Cases that have one are not run again, so that what was
interrupted goes on where it stopped. What stands after -- is passed on to every run.`
  static override examples = [
    "<%= config.bin %> catalogue catalogue.jsonl --out out --replay tapes",
    "<%= config.bin %> catalogue catalogue.jsonl --out out --jobs 4 -- --max-repairs 0"
  ]
  static override args = {
    manifest: Args.string({ required: true, ignoreStdin: true, description: "The cases, as JSON Lines" })
  }
  static override flags = {
    out: Flags.string({ required: true, helpValue: "DIR", description: "Where results and sessions go" }),
    jobs: Flags.integer({ min: 1, description: "Cases at a time; half of the processors if left out" }),
    replay: Flags.string({
      helpValue: "DIR",
      description: "Take each case's replies from <id>.json in this folder"
    }),
    review: Flags.option({
      options: ["piped", "none"] as const,
      default: "piped" as const,
      description: "Confirm a prompt and a plan of each case, or neither"
    })(),
    timeout: Flags.integer({
      min: 1,
      default: 600,
      helpValue: "SECONDS",
      description: "How long a case may take"
    }),
    memory: Flags.integer({
      min: 64,
      default: 4096,
      helpValue: "MIB",
      description: "Memory that a case may use"
    })
  }
  static override strict = false
  static contract: CommandContract = {
    danger_level: "mutating",
    required_scopes: [],
    exit_codes: catalogueExits
  }

  async run(): Promise<unknown> {
    const { args, flags, argv } = await this.parse(Catalogue)
    const { readManifest, scoreCatalogue } = await import("@byhand/headless/catalogue")
    const { readCatalogue } = await import("../catalogue/read-catalogue.ts")
    const { runCatalogue } = await import("../catalogue/run-catalogue.ts")
    const { scoreLines } = await import("../catalogue/score-lines.ts")
    const { notAllPassed } = await import("../catalogue/not-all-passed.ts")
    const cases = readCatalogue(args.manifest, readManifest)
    const options = {
      manifest: args.manifest,
      out: flags.out,
      review: flags.review,
      replay: flags.replay,
      runArgs: (argv as string[]).slice(1),
      deadlineMs: flags.timeout * 1000,
      memoryBytes: flags.memory * 1_048_576,
      stop: cancellation()
    }
    const jobs = flags.jobs ?? Math.max(1, Math.floor(availableParallelism() / 2))
    const results = await runCatalogue(cases, jobs, options, ({ id, exit_code, killed }, done, of) => {
      if (isatty(2)) process.stderr.write(`${done}/${of}  ${visible(id)}  ${killed ?? exit_code}\n`)
    })
    const score = scoreCatalogue(cases, results)
    this.log(scoreLines(score).map(visible).join("\n"))
    if (!score.all_passed) throw notAllPassed(score)
    return score
  }
}
