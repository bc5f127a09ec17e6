import type { CommandError } from "@byhand/envelope"
import type { CommandContract } from "@byhand/manifest"
import { invalidDeclaration, registration } from "../describe/registration.ts"
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
  const { contract, problems } = registration(commandClass)
  const { id, name } = commandClass as { id?: string; name?: string }
  const made: Declaration = {
    contract: contract ?? ({} as CommandContract),
    problem: problems.length === 0 ? undefined : invalidDeclaration(id ?? name ?? "this command", problems)
  }
  read.set(commandClass, made)
  return made
}
