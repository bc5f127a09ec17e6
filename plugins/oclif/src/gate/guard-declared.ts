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
  if (!guardInPlace(loaded, cached)) return loaded
  const known = made.get(loaded)
  if (known !== undefined) return known
  const guarded = personOnly(loaded as AnyCommandClass)
  Object.defineProperty(guarded, "name", { value: (loaded as { name?: string }).name })
  made.set(loaded, guarded)
  return guarded
}

/**
 * Guards a declared class where it stands: each instance is taken to the gate when it first runs.
 *
 * @returns whether the class declares a person, and is not guarded by its constructor already
 */
export function guardInPlace(loaded: object, cached: object): boolean {
  if (isGuardedClass(loaded)) return false
  if (!declaresPerson(loaded)) {
    if (!declaresPerson(cached)) return false
    sayOnClass(loaded, cached)
  }
  adoptOnRun(loaded as { prototype: object })
  return true
}

/** What cannot be read may have been meant so: it is guarded, and its gate refuses with the reason. */
function declaresPerson(command: object): boolean {
  const { contract, problems } = declaration(command)
  return contract?.requires_person === true || problems.length > 0
}

/** Where the class has lost the word that oclif's cache still has, the gate reads it from the class all the same. */
function sayOnClass(loaded: object, cached: object): void {
  for (const name of ["contract", "requires_person", "requiresPerson"]) {
    const value = (cached as Record<string, unknown>)[name]
    if (value !== undefined)
      Object.defineProperty(loaded, name, { value, enumerable: true, configurable: true, writable: true })
  }
}
