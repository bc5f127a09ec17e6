interface Parsing {
  depth: number
  /** The command that a line of this call was parsed for first. */
  first: object | undefined
}

// One per process, also when two copies of this package are loaded.
const key = Symbol.for("@byhand/oclif/parsing")

function parsing(): Parsing {
  const holder = globalThis as { [key]?: Parsing }
  return (holder[key] ??= { depth: 0, first: undefined })
}

/** Says that a command's line is being parsed until the body has settled: oclif may look for an argument on stdin then. */
export async function whileParsing<T>(command: object, body: () => Promise<T>): Promise<T> {
  parsing().depth += 1
  try {
    const parsed = await body()
    parsing().first ??= command
    return parsed
  } finally {
    parsing().depth -= 1
  }
}

/** Whether a command's line is being parsed. */
export function isParsing(): boolean {
  return parsing().depth > 0
}

/** Forgets which command came first: a new call begins. */
export function beginCall(): void {
  parsing().first = undefined
}

/** Whether another command has its line already, and so may have done something when it called this one. */
export function hasBegun(command: object): boolean {
  const { first } = parsing()
  return first !== undefined && first !== command
}
