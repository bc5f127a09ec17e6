/** What to start: a path to an executable, a path to a JavaScript file, or the first words of a command line. */
export type Bin = string | readonly string[]

/**
 * The words that start a command-line tool: a JavaScript file is run by the Node that runs this process.
 *
 * @param bin - a path to an executable or to a `.js`, `.mjs` or `.cjs` file, a name on `PATH`, or an argv prefix
 * @param argv - the arguments that follow
 * @returns the whole command line, program first
 * @throws TypeError when `bin` holds no word
 */
export function commandLine(bin: Bin, argv: readonly string[]): readonly string[] {
  const words = typeof bin === "string" ? wordsOf(bin) : [...bin]
  if (words[0] === undefined || words[0] === "") {
    throw new TypeError(
      `There is no program to start, because bin is empty. Expected a path or a list of words, received ${JSON.stringify(bin)}.`
    )
  }
  return [...words, ...argv]
}

function wordsOf(bin: string): readonly string[] {
  return /\.[cm]?js$/.test(bin) ? [process.execPath, bin] : [bin]
}

/** The environment of a program when the caller names none: this process's, without what slows every Node start. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _slow, ...rest } = process.env
  return rest
}

/** The exact environment a program gets: what was asked for, entry by entry, and nothing beside it. */
export function exactEnvironment(
  asked: Readonly<Record<string, string | undefined>> = ownEnvironment()
): Record<string, string> {
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return Object.fromEntries(given)
}
