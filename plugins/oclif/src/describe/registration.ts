import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import {
  type CommandContract,
  type Declaration,
  declaration,
  type FlagEntry,
  type RegistrationProblem,
  registrationProblems
} from "@byhand/manifest"
import type { DescribedCommand } from "./entry.ts"
import { commandFlagEntries, ownFlagEntries } from "./flag-entries.ts"

export interface Registration {
  readonly contract: CommandContract | undefined
  readonly problems: readonly RegistrationProblem[]
  /** The command is guarded, or means to be: with a problem it is not registered at all. */
  readonly isPersonOnly: boolean
}

/** What has been read of a command already. */
export interface ReadCommand {
  readonly declared: Declaration
  /** Its flags, as its entry lists them. */
  readonly flags: Readonly<Record<string, FlagEntry>>
}

/**
 * What a command declares, and every reason why it may not be registered so: the one reading that the guard, the
 * manifest and `--schema` share. It takes a class, or oclif's cached entry of one.
 *
 * Requirement: REQ-C-036
 */
export function registration(command: DescribedCommand & object, read?: ReadCommand): Registration {
  const { contract, problems } = read?.declared ?? declaration(command)
  const isGuarded = command.guardedAs === "person-only"
  const declared = contract?.requires_person as unknown
  return {
    contract,
    problems: [
      ...problems,
      ...(isGuarded && declared !== true ? [undeclared] : []),
      ...(contract === undefined
        ? []
        : registrationProblems(contract, {
            flags: ownFlagEntries(read?.flags ?? commandFlagEntries(command, contract))
          }))
    ],
    isPersonOnly:
      isGuarded ||
      problems.some(({ path }) => path === "/requires_person") ||
      (declared !== undefined && declared !== false && declared !== null)
  }
}

const undeclared: RegistrationProblem = {
  rule: "person-only-declares",
  requirement: "REQ-C-036",
  path: "/requires_person",
  message: "The class is guarded as person-only, but its contract does not declare requires_person: true.",
  fix: "Write `static contract = personContract({ … })` on the class."
}

// What a person still reads at a terminal; `context.problems` has them all.
const mostShown = 5

/** The refusal of a command that may not be registered: every rule it breaks, and what to write instead. */
export function invalidDeclaration(
  name: string,
  problems: readonly RegistrationProblem[],
  consequence = "it does not run"
): CommandError {
  const shown = problems.slice(0, mostShown)
  const rules = shown.map(({ rule, requirement, message }) => `${rule} (${requirement}): ${message}`)
  const more = problems.length > mostShown ? ` And ${problems.length - mostShown} more.` : ""
  return new CommandError({
    code: "INVALID_DECLARATION",
    exit: CommandExit.GENERAL_ERROR,
    message: `The contract of ${name} is not valid, so ${consequence}. ${rules.join(" ")}${more}`,
    suggestion: [...new Set(shown.map(({ fix }) => fix))].join(" "),
    context: { problems: problems.map((problem) => ({ ...problem })) }
  })
}
