/** A flag as oclif's parser reads it. */
export interface Flag {
  readonly name?: string
  readonly type: "boolean" | "option"
  readonly hidden?: boolean
  readonly options?: readonly string[] | undefined
  readonly multiple?: boolean
  readonly allowStdin?: unknown
  readonly parse?: ParseValue
  /** The values that are allowed, where the parser is kept from looking at them. */
  readonly allowed?: readonly string[] | undefined
  /** Made up for a flag on the line that the command does not have. */
  readonly unknown?: boolean
  readonly [more: string]: unknown
}

interface Argument {
  readonly options?: readonly string[] | undefined
  readonly parse?: ParseValue
  readonly [more: string]: unknown
}

type ParseValue = (input: unknown, ...rest: unknown[]) => Promise<unknown>

/** What a command's parsing is given: the class, or options with the same fields. */
export interface ParsedClass {
  args: Record<string, Argument>
  flags: Record<string, Flag>
  readonly baseFlags?: Record<string, Flag>
  strict?: boolean
  readonly enableJsonFlag?: boolean
  readonly "--"?: boolean
  readonly constraints?: unknown
}

/** How a value is objected to: the flag or argument, and a sentence. */
type Note = (field: string, message: string) => void

/**
 * The same description of a command line, in which a value that is not valid is noted instead of ending the parsing.
 *
 * Only what the parser reads is in it, in fields of its own: oclif does not look at the inherited ones of a class.
 */
export function lenient(described: Partial<ParsedClass>, note: Note): ParsedClass {
  const { args, flags, baseFlags, strict, enableJsonFlag, constraints } = described
  const passThrough = described["--"]
  // Bytes that were piped in have been read by now, or were not there.
  const isRead = (globalThis as { oclif?: { stdinCache?: string } }).oclif?.stdinCache !== undefined
  return {
    args: mapped(args ?? {}, (name, arg) => ({
      ...arg,
      ...noting(name, arg, note),
      ...(isRead ? {} : { ignoreStdin: true })
    })),
    flags: mapped({ ...baseFlags, ...flags }, (name, flag) =>
      flag.type === "boolean" ? flag : { ...flag, ...noting(`--${name}`, flag, note) }
    ),
    ...(strict === undefined ? {} : { strict }),
    ...(enableJsonFlag === undefined ? {} : { enableJsonFlag }),
    ...(passThrough === undefined ? {} : { "--": passThrough }),
    ...(constraints === undefined ? {} : { constraints })
  }
}

function noting(field: string, { options, parse }: Argument, note: Note): Argument {
  return {
    options: undefined,
    allowed: options,
    async parse(input, ...rest) {
      if (options !== undefined && !options.includes(input as string)) {
        note(field, `${field} is ${String(input)}. Expected one of: ${options.join(", ")}.`)
        return input
      }
      try {
        return parse === undefined ? input : await parse(input, ...rest)
      } catch (thrown) {
        note(field, `${field}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
        return input
      }
    }
  }
}

function mapped<T, U>(
  record: Readonly<Record<string, T>>,
  map: (name: string, value: T) => U
): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(name, value)]))
}
