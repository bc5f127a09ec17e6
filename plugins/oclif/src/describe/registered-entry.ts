import type { CommandError } from "@byhand/envelope"
import { type CommandEntry, declaration } from "@byhand/manifest"
import { type CommandPlace, describeCommand, type DescribedCommand } from "./entry.ts"
import { invalidDeclaration, registration } from "./registration.ts"

/** A command's entry, or why it has none; an ordinary command with a bad contract has both. */
export interface RegisteredEntry {
  readonly entry: CommandEntry | undefined
  readonly problem: CommandError | undefined
}

/**
 * The manifest entry a command is registered with. A person-only command whose contract breaks a rule is not registered:
 * it has no entry, as it does not run. An ordinary one runs, and is described as a command that declares nothing.
 *
 * Requirement: REQ-C-036, REQ-O-041
 */
export function registeredEntry(command: object, place: CommandPlace): RegisteredEntry {
  const described = command as DescribedCommand
  const declared = declaration(described)
  // Written before it is judged: an entry's flags are known as plain JSON, and are not read again.
  const entry = describeCommand(described, declared.contract, place)
  const { problems, isPersonOnly } = registration(described, { declared, flags: entry.flags })
  const name = place.path.join(" ")
  if (problems.length === 0) return { entry, problem: undefined }
  if (isPersonOnly) return { entry: undefined, problem: invalidDeclaration(name, problems) }
  return {
    entry: describeCommand(described, undefined, place),
    problem: invalidDeclaration(name, problems, "it is described as a command that declares nothing")
  }
}
