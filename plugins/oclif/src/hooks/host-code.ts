/**
 * The code that holds a host to the envelope. An ordinary command at a terminal never loads it.
 *
 * It is CommonJS, as the hooks are, and is asked for as CommonJS does: an `import()` would start Node's other loader for it.
 */
export function hostCode(): typeof import("../host/index.ts") {
  return require("../host/index.ts") as typeof import("../host/index.ts")
}

/**
 * What a call threw, as that code makes it better: with another exit code, or with advice. Where the code is missing, in a damaged
 * install, what was thrown is as good as it is without this package.
 */
export async function bettered<T>(thrown: T, better: () => T | Promise<T>): Promise<T> {
  try {
    return await better()
  } catch {
    return thrown
  }
}
