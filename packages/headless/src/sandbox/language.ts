import type { JsonValue } from "@byhand/envelope"
import type { Program, ProgramFile, ProgramLimits } from "./program.ts"

/** How a program is started: one file of the host's, and its arguments. No shell has a part in it. */
export interface ProgramCommand {
  readonly file: string
  readonly args: readonly string[]
}

/** What a program says by its text alone. */
export interface Constants {
  /** The value of every array and object, and of every text, that constants alone make. */
  readonly values: readonly JsonValue[]
  /** The values that are printed as they stand: what an output call is given when constants alone make it. */
  readonly printed: readonly JsonValue[]
}

/** What a language layer tells the sandbox. */
export interface Language {
  /** What a program calls it: "javascript". */
  readonly name: string
  /**
   * The command that runs a program in its folder. It has to wait for one byte on descriptor 3 before the program's own first
   * instruction, and to end when there is none: the host writes it once the process is on record.
   */
  command(folder: string, program: Program, limits: ProgramLimits): ProgramCommand
  /** What the program's text says when nothing is run. It does not throw on a text that is no program. */
  constants(files: readonly ProgramFile[]): Promise<Constants>
}
