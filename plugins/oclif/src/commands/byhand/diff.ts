import { CommandError, type JsonObject } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { CommandContract } from "@byhand/manifest"
import type { ManifestChange } from "@byhand/manifest/diff"
import { Args, Command } from "@oclif/core"
import { hostManifest } from "../../describe/host-manifest.ts"
import { readManifest } from "../../documents/read-manifest.ts"
import { markForOclif } from "../../output/oclif-error.ts"

/** `byhand:diff`: what changed since a manifest was saved, and whether it breaks an agent; for an author's CI. */
export default class Diff extends Command {
  static override description =
    "Compare a saved manifest with this tool, or with another one; exit 1 when an agent that knows the first would be misled"
  static override examples = ["<%= config.bin %> byhand:diff manifest.json"]
  static override args = {
    before: Args.string({ description: "File with the manifest that agents know", required: true }),
    after: Args.string({ description: "File with the manifest that they will meet; without it, this tool's" })
  }
  static contract: CommandContract = {
    danger_level: "safe",
    required_scopes: [],
    mcp: false,
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "No change breaks an agent",
        retryable: false,
        side_effects: "none"
      },
      "1": {
        name: "GENERAL_ERROR",
        description: "A change breaks an agent; the error lists every change",
        retryable: false,
        side_effects: "none",
        error_codes: ["BREAKING_CHANGE", "GENERAL_ERROR"]
      },
      "5": {
        name: "NOT_FOUND",
        description: "A file with a manifest cannot be read",
        retryable: false,
        side_effects: "none",
        error_codes: ["MANIFEST_NOT_FOUND"]
      }
    }
  }

  async run(): Promise<unknown> {
    const { args } = await this.parse(Diff)
    const before = readManifest(args.before)
    const after = args.after === undefined ? hostManifest(this.config).manifest : readManifest(args.after)
    const { manifestDiff } = await import("@byhand/manifest/diff")
    const { breaking, changes } = manifestDiff(before, after)
    if (breaking) throw broken(changes)
    this.log(changes.length === 0 ? "Nothing changed." : changes.map(line).join("\n"))
    return { breaking, changes }
  }
}

function line({ breaking, message }: ManifestChange): string {
  return `${breaking ? "BREAKS" : "      "}  ${message}`
}

function broken(changes: readonly ManifestChange[]): CommandError {
  const count = changes.filter(({ breaking }) => breaking).length
  return markForOclif(
    new CommandError({
      code: "BREAKING_CHANGE",
      exit: CommandExit.GENERAL_ERROR,
      message: `${count} of ${changes.length} changes ${count === 1 ? "breaks" : "break"} an agent.\n${changes.map(line).join("\n")}`,
      suggestion: "Keep what agents know, or release the change as a new major version",
      context: { changes: changes.map((change): JsonObject => ({ ...change })) }
    }),
    { printed: false }
  )
}
