import { type CommandContract, visible } from "@byhand/oclif"
import { Args, Command } from "@oclif/core"
import { catalogueExits } from "../catalogue/catalogue-exits.ts"

export default class Score extends Command {
  static override description = `Score the results of a catalogue of cases

The manifest has one case a line, the results one run a line, as JSON. A run that ended with 4, by a signal or by its runner
is never a pass. The exit code is 0 only when every case passed.`
  static override examples = ["<%= config.bin %> score catalogue.jsonl out/results.jsonl"]
  static override args = {
    manifest: Args.string({ required: true, ignoreStdin: true, description: "The cases, as JSON Lines" }),
    results: Args.string({ required: true, ignoreStdin: true, description: "The runs, as JSON Lines" })
  }
  static contract: CommandContract = { danger_level: "safe", required_scopes: [], exit_codes: catalogueExits }

  async run(): Promise<unknown> {
    const { args } = await this.parse(Score)
    const { readManifest, readResults, scoreCatalogue } = await import("@byhand/headless/catalogue")
    const { readCatalogue } = await import("../catalogue/read-catalogue.ts")
    const { scoreLines } = await import("../catalogue/score-lines.ts")
    const { notAllPassed } = await import("../catalogue/not-all-passed.ts")
    const score = scoreCatalogue(
      readCatalogue(args.manifest, readManifest),
      readCatalogue(args.results, readResults)
    )
    this.log(scoreLines(score).map(visible).join("\n"))
    if (!score.all_passed) throw notAllPassed(score)
    return score
  }
}
