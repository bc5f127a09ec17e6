export type AsyncMethod = (this: object, ...args: unknown[]) => Promise<unknown>

// Seen by every copy of this package in the process.
const replaced = Symbol.for("@byhand/oclif/replaced")

/**
 * Replaces a method of the class that a command's class goes back to: oclif's own `Command`, of the copy that the host uses.
 *
 * All commands of the host share it. Harmless when repeated.
 *
 * @param commandClass any command class of the host
 * @param make the method in place of the original one
 */
export function replaceInBase(
  commandClass: { readonly prototype?: object },
  name: string,
  make: (original: AsyncMethod) => AsyncMethod
): void {
  let base: (Record<string, unknown> & { [replaced]?: Set<string> }) | undefined
  for (let at = commandClass.prototype ?? null; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, name)) base = at as Record<string, unknown>
  const original = base?.[name]
  if (base === undefined || typeof original !== "function") return
  if (!Object.hasOwn(base, replaced)) Object.defineProperty(base, replaced, { value: new Set() })
  if (base[replaced]?.has(name) === true) return
  base[replaced]?.add(name)
  Object.defineProperty(base, name, {
    configurable: true,
    writable: true,
    value: make(original as AsyncMethod)
  })
}
