/**
 * What all copies of this package in a process have together: the one that the hooks load, and the one that a command imports.
 *
 * @param name what it is, the same in every copy
 * @param make makes it, for the copy that asks first
 */
export function ofProcess<T>(name: string, make: () => T): T {
  const key = Symbol.for(`@byhand/oclif/${name}`)
  const holder = globalThis as { [key]?: T }
  return (holder[key] ??= make())
}
