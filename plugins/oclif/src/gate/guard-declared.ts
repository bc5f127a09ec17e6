import { declaration } from "@byhand/manifest"
import { personOnly } from "../person-only.ts"
import { adoptOnRun, isGuardedClass } from "./guard.ts"
import type { AnyCommandClass } from "./oclif-shape.ts"

const made = new WeakMap<object, object>()

/**
 * The guarded form of a class that only declares to be person-only: in its own contract, or in the data oclif cached of it.
 *
 * Its own `run` is guarded in place too, for a command that imports the class itself.
 *
 * @param loaded the command class as the host wrote it
 * @param cached what oclif cached of it
 * @returns a guarded subclass, the same one each time; the class itself when it is guarded already or declares nothing
 */
export function guardDeclared(loaded: object, cached: object): object {
  if (isGuardedClass(loaded)) return loaded
  const own = declaration(loaded)
  const inCache = declaration(cached)
  const declares = own.problems.length > 0 || own.contract?.requires_person === true
  if (!declares && inCache.contract?.requires_person !== true) return loaded
  const known = made.get(loaded)
  if (known !== undefined) return known
  if (!declares)
    Object.defineProperty(loaded, "contract", {
      value: inCache.contract,
      enumerable: true,
      configurable: true
    })
  guardInPlace(loaded)
  const guarded = personOnly(loaded as AnyCommandClass)
  Object.defineProperty(guarded, "name", { value: (loaded as { name?: string }).name })
  made.set(loaded, guarded)
  return guarded
}

/** Guards a declared class where it stands: each instance is taken to the gate when it first runs. */
export function guardInPlace(loaded: object): void {
  if (isGuardedClass(loaded)) return
  const { contract, problems } = declaration(loaded)
  if (contract?.requires_person === true || problems.length > 0) adoptOnRun(loaded as { prototype: object })
}
