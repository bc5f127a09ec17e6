import { resolve } from "node:path"
import type { CommandContract } from "@byhand/oclif"
import { Command, type Config, Flags } from "@oclif/core"
import { modelFlags } from "./model-flags.ts"
import { runExitCodes } from "./run-exit-codes.ts"
import { seconds } from "./seconds.ts"
import { usageError } from "./worker/usage-error.ts"

/** A command that keeps the run contract: what its `run` gives is the report of a run. */
export abstract class RunCommand extends Command {
  /** Copied into the manifest: so the program knows, before oclif is loaded, from which table the command ends. */
  static readonly exitTable = "run"
  static readonly contract: CommandContract = {
    danger_level: "mutating",
    required_scopes: [],
    exit_codes: runExitCodes
  }

  /** What a command's own parsing throws is exit 4, like every other mistake in a call. */
  protected async checked<Parsed>(parse: () => Promise<Parsed>): Promise<Parsed> {
    try {
      return await parse()
    } catch (thrown) {
      const said = thrown instanceof Error ? thrown.message : String(thrown)
      throw usageError(
        "INVALID_ARGUMENTS",
        said.replace(/\nSee more help with --help$/, "").replaceAll(/\s+/g, " ")
      )
    }
  }
}

/** Where all sessions are: `STEWARD_HOME`, or the data folder that oclif gives the CLI. */
export function homeOf(config: Config): string {
  return resolve(process.env["STEWARD_HOME"] || config.dataDir)
}

/** The options of every command that works on. */
export const workingFlags = {
  ...modelFlags,
  estimate: Flags.boolean({
    description: "Have the size of a task estimated, and refuse one that is too large"
  }),
  "max-calls": Flags.integer({ min: 0, description: "Model calls that this process may make" }),
  timeout: seconds({
    helpValue: "SECONDS",
    description: "How long this process may work; the session stays"
  }),
  output: Flags.string({
    helpValue: "FILE",
    description: "Write the result to this file, whole or not at all"
  })
}
