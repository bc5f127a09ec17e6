import { type Bin, commandLine } from "./command-line.ts"
import { endOf } from "./end-of.ts"
import { Terminal, type TerminalOptions } from "./terminal.ts"

/**
 * What a person-only command prints when it is ready for the answer; what was typed before does not count.
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { personMark, Terminal } from "@byhand/conformance"
 * const terminal = Terminal.start(["council", "decisions", "approve", "D-42"])
 * await terminal.waitFor(personMark)
 * ```
 */
export const personMark = "> "

/** The mark on the last line, with or without what was typed so far. */
export const markShown = new RegExp(`(?:^|\n)${personMark}[^\n]*$`, "u")

/** How a command is run by a person. */
export interface PersonOptions extends TerminalOptions {
  /** Milliseconds until the mark must be there, and again until the command must have ended; 20000 when left out. */
  readonly timeoutMs?: number
}

/** What a person who ran a command has seen. */
export interface PersonResult {
  /** 128 and the number of a signal that ended it. */
  readonly exitCode: number
  /** The readable text. */
  readonly screen: string
  /** Everything that was written, byte for byte. */
  readonly raw: string
}

/**
 * Does what a person does: starts the command at a terminal, waits for the mark, types the answer and presses Enter.
 *
 * @param bin - a path to an executable or JavaScript file, or an argv prefix
 * @param argv - the command's arguments
 * @param answer - what is typed at the mark
 * @param options - folder, exact environment, size in characters, milliseconds to wait
 * @returns exit code and screen after the command ended
 * @throws Error, which shows the screen, when the command never asks or does not end
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { runAsPerson } from "@byhand/conformance"
 * const { exitCode } = await runAsPerson("bin/council.js", ["decisions", "approve", "D-42"], "D-42")
 * console.log(exitCode) // 0
 * ```
 */
export async function runAsPerson(
  bin: Bin,
  argv: readonly string[],
  answer: string,
  options: PersonOptions = {}
): Promise<PersonResult> {
  const { timeoutMs = 20_000, ...start } = options
  const terminal = Terminal.start(commandLine(bin, argv), start)
  try {
    await terminal.waitFor(markShown, { timeoutMs })
    terminal.enter(answer)
    const { exitCode } = await endOf(terminal, timeoutMs)
    return { exitCode, screen: terminal.screen, raw: terminal.raw }
  } finally {
    terminal.hangUp()
  }
}
