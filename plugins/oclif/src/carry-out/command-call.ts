import type { CommandContract } from "@byhand/manifest"
import type { HostConfig, ParsedCommandLine } from "../gate/oclif-shape.ts"

/** One call of a command whose line is parsed. */
export interface CommandCall {
  readonly command: object
  /** The words that name it, bin first. */
  readonly path: readonly string[]
  readonly contract: Partial<CommandContract>
  readonly line: ParsedCommandLine
  /** stdout carries text for a person. */
  readonly forPerson: boolean
}

/** The positional arguments of a call, as they were typed. */
export function positionals(line: ParsedCommandLine): string[] {
  return line.raw.filter(({ type }) => type === "arg").map(({ input }) => input)
}

/** The words of a command line that name a command, bin first: `["council", "decisions", "approve"]`. */
export function commandPath(config: HostConfig, id: string): readonly string[] {
  const separator = config.topicSeparator ?? ":"
  return separator === " " ? [config.bin, ...id.split(":")] : [config.bin, id.replaceAll(":", separator)]
}

// Seen by every copy of this package: what a host is held by keeps it, and the author's copy asks for it.
const noted = Symbol.for("@byhand/oclif/line")

/** Keeps the line of a command, once it is parsed, for what asks for it later. */
export function noteLine(command: object, line: ParsedCommandLine): void {
  Object.defineProperty(command, noted, { value: line, configurable: true })
}

/** The parsed line of an ordinary command that is run by its contract. */
export function notedLine(command: object): ParsedCommandLine | undefined {
  return (command as { [noted]?: ParsedCommandLine })[noted]
}
