import { existsSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { CommandError, shellWord } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { CommandContract } from "@byhand/manifest"
import { Args, Command, Flags } from "@oclif/core"
import { hostManifest } from "../../describe/host-manifest.ts"
import { agentSection } from "../../documents/agent-section.ts"
import { withSection } from "../../documents/marked-section.ts"
import { replaceFile } from "../../documents/replace-file.ts"
import { markForOclif } from "../../output/oclif-error.ts"

/** `byhand:docs`: what agents must know of the host, written into its AGENTS.md or a skill page, from the manifest. */
export default class Docs extends Command {
  static override description =
    "Write what agents must know of this tool into a marked section of AGENTS.md, or of the skill page SKILL.md"
  static override examples = [
    "<%= config.bin %> byhand:docs --check",
    "<%= config.bin %> byhand:docs skills/<%= config.bin %>/SKILL.md"
  ]
  static override args = {
    file: Args.string({ description: "The document", default: "AGENTS.md" })
  }
  static override flags = {
    check: Flags.boolean({ description: "Write nothing; exit 1 when the section is not what it would be" })
  }
  static contract: CommandContract = {
    danger_level: "mutating",
    idempotent: true,
    required_scopes: [],
    mcp: false,
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "The section says what the manifest says",
        retryable: false,
        side_effects: "complete"
      },
      "1": {
        name: "GENERAL_ERROR",
        description: "With --check: the section is not there, or says something else",
        retryable: false,
        side_effects: "none",
        error_codes: ["DOCUMENT_OUTDATED", "GENERAL_ERROR"]
      },
      "6": {
        name: "CONFLICT",
        description: "The marks in the document do not say where the section is",
        retryable: false,
        side_effects: "none",
        error_codes: ["MARKS_UNCLEAR"]
      }
    }
  }

  async run(): Promise<unknown> {
    const { args, flags } = await this.parse(Docs)
    const { bin, topicSeparator } = this.config
    const { manifest } = hostManifest(this.config)
    const isThere = existsSync(args.file)
    const before = isThere ? readFileSync(args.file, "utf8") : beginningOf(args.file, bin)
    const after = withSection(before, agentSection(manifest, { bin, topicSeparator }))
    if (after === undefined) throw unclear(args.file)
    const isCurrent = isThere && before === after
    if (flags.check && !isCurrent)
      throw outdated(args.file, `${bin} ${this.id?.replaceAll(":", topicSeparator)} ${shellWord(args.file)}`)
    if (!isCurrent) replaceFile(args.file, after)
    this.log(isCurrent ? `${args.file} is up to date.` : `${args.file} is written.`)
    return { file: args.file, effect: isCurrent ? "noop" : isThere ? "updated" : "created" }
  }
}

/** A skill page begins with what a client reads of it before it opens it. */
function beginningOf(file: string, bin: string): string {
  if (basename(file) !== "SKILL.md") return ""
  const name = bin.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
  return `---\nname: ${name}\ndescription: How to call ${name}, what its exits mean, and which of its commands only a person may run.\n---\n`
}

function outdated(file: string, command: string): CommandError {
  return markForOclif(
    new CommandError({
      code: "DOCUMENT_OUTDATED",
      exit: CommandExit.GENERAL_ERROR,
      message: `${file} does not say what the manifest says.`,
      fixRequired: `Run ${command} and commit the file`,
      context: { file }
    }),
    { printed: false }
  )
}

function unclear(file: string): CommandError {
  return markForOclif(
    new CommandError({
      code: "MARKS_UNCLEAR",
      exit: CommandExit.CONFLICT,
      message: `${file} has marks of byhand:docs that do not belong together. Expected one byhand:start and one byhand:end behind it, or none. Nothing is written.`,
      fixRequired: "Remove the marks that are too many",
      context: { file }
    }),
    { printed: false }
  )
}
