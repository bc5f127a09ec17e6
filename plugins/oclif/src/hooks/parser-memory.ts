type ParseValue = (input: unknown, ...rest: unknown[]) => Promise<unknown>
type Definitions = Readonly<Record<string, { readonly parse?: ParseValue }>>

/** What a command's parsing is given: a class, or options with the same fields. */
export interface Described {
  readonly args?: Definitions
  readonly flags?: Definitions
  readonly baseFlags?: Definitions
  readonly enableJsonFlag?: boolean
}

/**
 * The same description of a command line, in which an author's parser runs once for each value, however often the line is
 * parsed to find everything that is wrong with it.
 */
export function withMemory(described: Described): Described {
  const { flags, baseFlags, enableJsonFlag } = described
  return {
    // oclif's parser takes what a class has of its own, and these from where the class inherits them.
    ...described,
    ...(Object.hasOwn(described, "args") ? { args: remembering(described.args) } : {}),
    flags: remembering(flags),
    ...(baseFlags === undefined ? {} : { baseFlags: remembering(baseFlags) }),
    ...(enableJsonFlag === undefined ? {} : { enableJsonFlag })
  }
}

function remembering(definitions: Definitions | undefined): Definitions {
  return Object.fromEntries(
    Object.entries(definitions ?? {}).map(([name, definition]) => [
      name,
      definition.parse === undefined ? definition : { ...definition, parse: once(definition.parse) }
    ])
  )
}

function once(parse: ParseValue): ParseValue {
  const known = new Map<unknown, Promise<unknown>>()
  return function (this: unknown, input, ...rest) {
    const parsed = known.get(input) ?? (async () => parse.call(this, input, ...rest))()
    known.set(input, parsed)
    return parsed
  }
}
