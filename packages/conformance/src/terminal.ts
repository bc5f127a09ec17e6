import { constants } from "node:os"

import { exactEnvironment } from "./command-line.ts"
import { type Spawned, spawnOnTerminal } from "./pseudo-terminal.ts"
import { Screen, type Size } from "./screen.ts"

/** How a program on a terminal is started. */
export interface TerminalOptions {
  /** The folder it runs in; this process's folder when left out. */
  readonly cwd?: string
  /** Its exact environment; `TERM` and `PWD` are added. This process's, less `NODE_EXTRA_CA_CERTS`, when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Width in characters, 80 when left out. */
  readonly columns?: number
  /** Height in characters, 24 when left out. */
  readonly rows?: number
}

/** How a program on a terminal ended; after a signal the exit code is 128 and its number, as a shell says it. */
export interface TerminalEnd {
  readonly exitCode: number
  readonly signal?: number
}

/** What `waitFor` may be told. */
export interface WaitOptions {
  /** Milliseconds until it gives up, 20000 when left out. */
  readonly timeoutMs?: number
  /** Offset in `raw` from which output counts, 0 when left out. */
  readonly from?: number
}

/**
 * A program on a real pseudo-terminal, which is its controlling terminal.
 *
 * Requirement: REQ-C-036: only a program at a terminal asks
 *
 * @example
 * ```ts
 * import { Terminal } from "@byhand/conformance"
 * const terminal = Terminal.start(["cat"])
 * terminal.type("hello\r\u0004")
 * const { exitCode } = await terminal.ended
 * console.log(exitCode) // 0
 * ```
 */
export class Terminal {
  /** Settles when the program has ended and everything it wrote is in `raw`. Never rejects. */
  readonly ended: Promise<TerminalEnd>
  readonly #command: readonly string[]
  readonly #program: Spawned
  readonly #screen: Screen
  readonly #watchers = new Set<() => void>()
  #size: Size
  #raw = ""
  #end: TerminalEnd | undefined

  private constructor(command: readonly string[], options: TerminalOptions) {
    this.#command = command
    this.#size = { columns: options.columns ?? 80, rows: options.rows ?? 24 }
    this.#screen = new Screen(() => this.#size)
    const { promise, resolve } = pending<TerminalEnd>()
    this.ended = promise
    this.#program = spawnOnTerminal(
      command,
      { cwd: options.cwd ?? process.cwd(), env: exactEnvironment(options.env), size: this.#size },
      {
        output: (text) => {
          this.#raw += text
          this.#screen.write(text)
          this.#tell()
        },
        ended: (exitCode, signal) => {
          this.#end = signal === undefined ? { exitCode } : { exitCode: 128 + signal, signal }
          resolve(this.#end)
          this.#tell()
        }
      }
    )
  }

  /**
   * Starts a program that leads its own session on a new terminal.
   *
   * @param command - the program and its arguments; a name is looked up on `PATH`
   * @param options - folder, exact environment, width and height in characters
   * @returns the terminal, at once; a program that cannot be started says so on the screen and ends with code 1
   * @throws TypeError when the command is empty; Error on Windows
   *
   * @example
   * ```ts
   * import { Terminal } from "@byhand/conformance"
   * const terminal = Terminal.start(["node", "-p", "process.stdout.isTTY"])
   * await terminal.waitFor("true")
   * console.log((await terminal.ended).exitCode) // 0
   * ```
   */
  static start(command: readonly string[], options: TerminalOptions = {}): Terminal {
    if (command[0] === undefined || command[0] === "") {
      throw new TypeError(
        `There is no program to start on a terminal. Expected a program and its arguments, received ${JSON.stringify(command)}.`
      )
    }
    return new Terminal(command, options)
  }

  /** Everything the program and the terminal's echo wrote, byte for byte. */
  get raw(): string {
    return this.#raw
  }

  /** The text a person reads: cursor movement applied, colours left out, wrapped lines joined, nothing scrolled away. */
  get screen(): string {
    return this.#screen.text
  }

  /**
   * Waits until text appears, woken by output and not by a clock.
   *
   * @param text - what to look for in the readable text
   * @param options - milliseconds to wait, and the offset in `raw` from which output counts
   * @returns the readable text at the moment it was found
   * @throws Error, which shows what was seen, when the time is over or the program ended without it
   */
  waitFor(text: string | RegExp, options: WaitOptions = {}): Promise<string> {
    const { timeoutMs = 20_000, from = 0 } = options
    const { promise, resolve, reject } = pending<string>()
    const screen = from === 0 ? this.#screen : new Screen(() => this.#size)
    let read = from
    const look = (): void => {
      if (from !== 0) screen.write(this.#raw.slice(read))
      read = this.#raw.length
      const seen = screen.text
      if (typeof text === "string" ? seen.includes(text) : seen.search(text) >= 0) finish(() => resolve(seen))
      else if (this.#end !== undefined) finish(() => reject(this.#missing(text, "the program ended", seen)))
    }
    const late = setTimeout(
      () => finish(() => reject(this.#missing(text, `${timeoutMs} ms went by`, screen.text))),
      timeoutMs
    )
    const finish = (settle: () => void): void => {
      clearTimeout(late)
      this.#watchers.delete(look)
      settle()
    }
    this.#watchers.add(look)
    look()
    return promise
  }

  /** Types text as it is, without Enter: `"\u0003"` is Ctrl-C, `"\u0004"` is Ctrl-D. */
  type(text: string): void {
    this.#program.write(text)
  }

  /** Types text, if any, and presses Enter. */
  enter(text = ""): void {
    this.#program.write(`${text}\r`)
  }

  /** Changes the width and height in characters; the program gets SIGWINCH. */
  resize(columns: number, rows: number): void {
    this.#size = { columns, rows }
    this.#program.resize(this.#size)
  }

  /** Sends a signal to the program. */
  kill(signal: NodeJS.Signals): void {
    this.#program.kill(signal)
  }

  /** Takes the terminal away, as closing its window does: the system sends SIGHUP and ends the program's input. */
  hangUp(): void {
    this.#program.hangUp()
  }

  #tell(): void {
    for (const look of this.#watchers) look()
  }

  #missing(text: string | RegExp, because: string, seen: string): Error {
    const end = this.#end === undefined ? "It still runs." : `It ended with ${endText(this.#end)}.`
    const what = typeof text === "string" ? JSON.stringify(text) : String(text)
    const shown = seen.trim() === "" ? "Nothing was on the screen." : `On the screen was:\n${seen}`
    return new Error(
      `Waiting for ${what} from \`${this.#command.join(" ")}\` failed, because ${because}. ${end} ${shown}`
    )
  }
}

function endText({ exitCode, signal }: TerminalEnd): string {
  const name = Object.entries(constants.signals).find(([, number]) => number === signal)?.[0]
  return name === undefined ? `exit code ${exitCode}` : `${name}`
}

function pending<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (reason: Error) => void } {
  let resolve!: (value: T) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
