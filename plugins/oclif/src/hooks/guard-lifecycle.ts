import { mayDeclarePerson } from "./may-declare.ts"

type Lifecycle = (this: object, ...args: unknown[]) => Promise<unknown>

// Seen by every copy of this package in the process.
const guarded = Symbol.for("@byhand/oclif/guarded-lifecycle")

/**
 * Makes a host's base class look at each class that it takes through its lifecycle, and guard one that declares a person.
 *
 * A command that calls another one's static `run` passes no table and no hook; both share the base class of this one.
 *
 * @param commandClass any command class of the host
 */
export function guardLifecycle(commandClass: { readonly prototype?: object }): void {
  let base: ({ _run?: Lifecycle } & { [guarded]?: boolean }) | undefined
  for (let at = commandClass.prototype ?? null; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, "_run")) base = at
  const original = base?._run
  if (base === undefined || typeof original !== "function" || base[guarded] === true) return
  Object.defineProperty(base, "_run", {
    configurable: true,
    writable: true,
    value: async function (this: object, ...args: unknown[]) {
      const { constructor } = this
      if (mayDeclarePerson(constructor)) {
        const { guardInPlace } = await import("../gate/guard-declared.ts")
        guardInPlace(constructor, constructor)
      }
      return original.apply(this, args)
    }
  })
  Object.defineProperty(base, guarded, { value: true })
}
