import { hostCode } from "./host-code.ts"
import { mayDeclarePerson } from "./may-declare.ts"
import { contractToRunBy } from "./needs-contract.ts"
import { replaceInBase } from "./replace-in-base.ts"

/**
 * Makes a host's base class look at each class that it takes through its lifecycle, guard one that declares a person, and run
 * another one by its contract.
 *
 * A command that calls another one's static `run` passes no table and no hook; both share the base class of this one.
 *
 * @param commandClass any command class of the host
 */
export function guardLifecycle(commandClass: { readonly prototype?: object }): void {
  replaceInBase(
    commandClass,
    "_run",
    (original) =>
      async function (this: object, ...args: unknown[]) {
        const { constructor } = this
        if (mayDeclarePerson(constructor)) {
          const { guardInPlace } = await import("../gate/guard-declared.ts")
          guardInPlace(constructor, constructor)
        }
        const contract = contractToRunBy(this)
        if (contract !== undefined) hostCode().runByContract(this, contract)
        return original.apply(this, args)
      }
  )
}
