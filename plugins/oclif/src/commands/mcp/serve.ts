import { cancelled, CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { type CommandContract } from "@byhand/manifest"
import { Command, Flags } from "@oclif/core"
import { endProcess } from "../../launch/end-process.ts"
import { endNow } from "../../output/end-now.ts"
import { speakProtocol } from "../../output/outlet.ts"

/** `mcp serve`: the commands of this tool as tools of the Model Context Protocol, over stdin and stdout (REQ-C-032). */
export default class Serve extends Command {
  static override description =
    "Serve the commands of this tool to an MCP client over stdin and stdout; steps that only a person may take are not among them"
  static override aliases = ["byhand:mcp"]
  static override examples = ["<%= config.bin %> mcp serve --concurrency 2"]
  static override flags = {
    concurrency: Flags.integer({
      description: "How many commands run at once; further calls wait",
      default: 4,
      min: 1,
      max: 64
    }),
    "call-timeout": Flags.integer({
      description: "Seconds after which a command is ended, with all that it started",
      default: 300,
      min: 1,
      max: 86_400
    })
  }
  static contract: CommandContract = {
    danger_level: "mutating",
    required_scopes: [],
    stdout: "protocol",
    protocol: "mcp-stdio",
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "The client closed its end",
        retryable: false,
        side_effects: "complete"
      },
      "1": {
        name: "GENERAL_ERROR",
        description: "The server could not start",
        retryable: false,
        side_effects: "none",
        error_codes: ["GENERAL_ERROR", "SERVER_NOT_STARTED"]
      }
    }
  }

  async run(): Promise<null> {
    speakProtocol()
    const { flags } = await this.parse(Serve)
    const { serve, toolsOf } = await import("../../mcp/index.ts").catch(notInstalled)
    const stop = new AbortController()
    const signalled = new Promise<"SIGINT" | "SIGTERM">((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) {
        process.once(signal, () => {
          // The second one ends the process at once.
          stop.abort()
          resolve(signal)
        })
      }
    })
    const served = serve({
      tools: toolsOf(this.config),
      program: {
        start: [process.execPath, ...process.execArgv, scriptOf()],
        bin: this.config.bin,
        topicSeparator: this.config.topicSeparator
      },
      version: this.config.version,
      concurrency: flags.concurrency,
      timeoutMs: flags["call-timeout"] * 1000,
      signal: stop.signal
    })
    const by = await Promise.race([served.then(() => undefined), signalled])
    await served
    // Every call is ended by now; only stdin keeps the process.
    if (by !== undefined) endNow({ error: cancelled(by), data: { partial: true } })
    // A client that reads nothing holds up what it was sent, and must not hold up the end.
    endProcess(CommandExit.SUCCESS)
    return null
  }
}

function scriptOf(): string {
  const script = process.argv[1]
  if (script !== undefined) return script
  throw new CommandError({
    code: "SERVER_NOT_STARTED",
    exit: CommandExit.GENERAL_ERROR,
    message: "This process was not started from a file, so the server does not know what to run for a call.",
    fixRequired: "Start the tool by its own executable"
  })
}

function notInstalled(cause: unknown): never {
  throw new CommandError({
    code: "SERVER_NOT_STARTED",
    exit: CommandExit.GENERAL_ERROR,
    message: `The MCP SDK could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
    suggestion: "Install @byhand/oclif again, with its dependencies",
    cause
  })
}
