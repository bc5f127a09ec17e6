import { notedLine } from "../carry-out/command-call.ts"
import { acceptedLine } from "../gate/guarded-command.ts"
import type { ParsedCommandLine } from "../gate/oclif-shape.ts"

/** The parsed line of a command that is running. */
export function lineOf(command: object): ParsedCommandLine | undefined {
  return acceptedLine(command) ?? notedLine(command)
}
