import type { JsonObject } from "@byhand/envelope"
import { type CommandEntry, declaration } from "@byhand/manifest"
import { commandsOnce, type NamedCommand, pathOf } from "../describe/commands-once.ts"
import type { DescribedHost } from "../describe/host-manifest.ts"
import { registeredEntry } from "../describe/registered-entry.ts"
import { type Inputs, inputsOf } from "./inputs.ts"
import { toolName } from "./tool-name.ts"

/** A command of a host as a tool of its MCP server. */
export interface CommandTool {
  readonly name: string
  readonly path: readonly string[]
  readonly entry: CommandEntry
  readonly inputs: Inputs
  /** The command declares nothing, so the worst is assumed. */
  readonly isUndeclared: boolean
  /** The command takes `--` for an argument like any other. */
  readonly isDashDashPlain: boolean
}

/** A command of a host, as oclif cached it. */
interface ListedCommand extends NamedCommand {
  readonly hidden?: boolean
  readonly "--"?: boolean
}

/**
 * The tools of a host: its commands, but for those that no client may call. From oclif's cached tables, without loading a
 * command.
 *
 * Requirement: REQ-C-032, REQ-C-036, REQ-O-035.
 */
export function toolsOf(host: DescribedHost): ReadonlyMap<string, CommandTool> {
  const tools = new Map<string, CommandTool>()
  for (const command of commandsOnce(host.commands as readonly ListedCommand[])) {
    if (isKeptFromClients(command)) continue
    const path = pathOf(command.id)
    const { entry } = registeredEntry(command, { bin: host.bin, config: host, path })
    if (entry === undefined) continue
    const name = toolName(path, host.bin)
    tools.set(name, {
      name,
      path,
      entry,
      inputs: inputsOf(entry),
      isUndeclared: declaration(command).contract === undefined,
      isDashDashPlain: command["--"] === false
    })
  }
  return tools
}

/**
 * Whether no client may call a command: it is hidden, a person's, a server of its own, or it says so. Any word of its
 * declaration counts, also one that breaks another rule.
 */
export function isKeptFromClients(command: object & { readonly hidden?: boolean }): boolean {
  const { contract, problems } = declaration(command)
  const declared = (contract ?? {}) as JsonObject
  return (
    command.hidden === true ||
    declared["mcp"] !== undefined ||
    declared["stdout"] !== undefined ||
    declared["protocol"] !== undefined ||
    (declared["requires_person"] !== undefined && declared["requires_person"] !== false) ||
    (command as { guardedAs?: unknown }).guardedAs === "person-only" ||
    problems.length > 0
  )
}
