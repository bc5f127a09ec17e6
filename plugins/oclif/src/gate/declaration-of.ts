import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import {
  type CommandContract,
  declaration,
  type RegistrationProblem,
  registrationProblems
} from "@byhand/manifest"
import { localFlagEntries } from "../describe/entry.ts"
import type { ParseOptions } from "./oclif-shape.ts"

export interface Declaration {
  readonly contract: CommandContract
  /** Why no instance of this class may be made, or undefined. */
  readonly problem: CommandError | undefined
}

const read = new WeakMap<object, Declaration>()

/**
 * The contract that a person-only command class declares, read once a class.
 *
 * A problem is kept, not thrown: a class that throws while its module loads is to oclif a command that does not exist.
 */
export function readDeclaration(commandClass: ParseOptions & object): Declaration {
  const known = read.get(commandClass)
  if (known !== undefined) return known
  const { contract, problems } = declaration(commandClass)
  const found = [
    ...problems,
    ...(contract === undefined
      ? [undeclared]
      : [
          ...(contract.requires_person === true ? [] : [undeclared]),
          ...registrationProblems(contract, {
            flags: localFlagEntries({ ...commandClass.baseFlags, ...commandClass.flags })
          })
        ])
  ]
  const made: Declaration = {
    contract: contract ?? ({} as CommandContract),
    problem: found.length === 0 ? undefined : invalidDeclaration(commandClass, found)
  }
  read.set(commandClass, made)
  return made
}

const undeclared: RegistrationProblem = {
  rule: "person-only-declares",
  requirement: "REQ-C-036",
  path: "/requires_person",
  message: "The class is guarded as person-only, but its contract does not declare requires_person: true.",
  fix: "Write `static contract = personContract({ … })` on the class."
}

function invalidDeclaration(commandClass: object, problems: readonly RegistrationProblem[]): CommandError {
  const { id, name } = commandClass as { id?: string; name?: string }
  const first = problems[0] as RegistrationProblem
  const more =
    problems.length > 1 ? ` (${problems.length} problems in all; context.problems lists them.)` : ""
  return new CommandError({
    code: "INVALID_DECLARATION",
    exit: CommandExit.GENERAL_ERROR,
    message: `The contract of ${id ?? name ?? "this command"} is not valid, so it does not run: ${first.message}${more}`,
    suggestion: first.fix,
    context: { problems: problems.map((problem) => ({ ...problem })) }
  })
}
