import { shellWord } from "@byhand/envelope"

/** How the program that runs is called, for the command that goes on with its session. */
export interface CallingProgram {
  readonly name: string
  /** What stands behind the words of each of its commands. */
  readonly options: readonly string[]
}

/** The program as a caller of the library names it; null when it does not. */
export function programOf({
  program,
  programOptions = []
}: {
  readonly program?: string | undefined
  readonly programOptions?: readonly string[] | undefined
}): CallingProgram | null {
  return program === undefined ? null : { name: program, options: programOptions }
}

/** The command, as a line for a shell. */
export function programLine({ name, options }: CallingProgram, words: readonly string[]): string {
  return [name, ...words, ...options].map(shellWord).join(" ")
}
