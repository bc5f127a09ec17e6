interface Parsing {
  depth: number
}

// One per process, also when two copies of this package are loaded.
const key = Symbol.for("@byhand/oclif/parsing")

function parsing(): Parsing {
  const holder = globalThis as { [key]?: Parsing }
  return (holder[key] ??= { depth: 0 })
}

/** Says that a command's line is being parsed until the body has settled: oclif may look for an argument on stdin then. */
export async function whileParsing<T>(body: () => Promise<T>): Promise<T> {
  parsing().depth += 1
  try {
    return await body()
  } finally {
    parsing().depth -= 1
  }
}

/** Whether a command's line is being parsed. */
export function isParsing(): boolean {
  return parsing().depth > 0
}
