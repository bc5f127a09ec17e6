import { Terminal, type TerminalOptions } from "@byhand/conformance"

import type { AskOutcome } from "../../src/index.ts"
import { asker } from "./attestation.ts"

/** A step of the asker: what is asked, and what the program does around it. */
export interface Step {
  readonly request?: { readonly statement?: string; readonly expected?: string; readonly alphabet?: "any" }
  readonly before?: string
  readonly after?: string
  readonly streams?: string
  readonly times?: number
  readonly listeners?: boolean
  readonly exitAfter?: number
}

/** A person and a program that asks, on a terminal of their own. */
export class Conversation {
  readonly terminal: Terminal
  /** Where in the terminal's output the unread part starts. */
  protected from = 0

  constructor(terminal: Terminal) {
    this.terminal = terminal
  }

  /** Starts the asker directly on a new terminal. */
  static start(
    built: { readonly path: string },
    steps: readonly Step[],
    options: TerminalOptions = {}
  ): Conversation {
    const env = { PATH: process.env["PATH"], ...options.env, ATTESTATION: built.path }
    return new Conversation(Terminal.start(["node", asker, JSON.stringify(steps)], { ...options, env }))
  }

  /** Waits for the mark of the next question; returns what was seen since the last answer. */
  async mark(): Promise<string> {
    const seen = await this.terminal.waitFor(/(?:^|\n)> $/u, { from: this.from })
    this.from = this.terminal.raw.length
    return seen
  }

  /** Waits for a line the asker prints, such as `OUTCOME {…}`, and returns its JSON. */
  async told<T>(label: string): Promise<T> {
    const line = new RegExp(`(?:^|\n)${label} (.+)\n`, "u")
    const seen = await this.terminal.waitFor(line, { from: this.from })
    const raw = this.terminal.raw
    this.from = raw.indexOf("\r\n", raw.indexOf(`${label} `, this.from)) + 2
    return JSON.parse(line.exec(seen)?.[1] ?? "null") as T
  }

  /** Sends bytes that need not be whole characters: the pseudo-terminal takes them, its type does not say so. */
  typeBytes(...bytes: readonly number[]): void {
    this.terminal.type(Buffer.from(bytes) as unknown as string)
  }

  /** Waits for the mark, types, and returns the outcome. */
  async answer(typed: string): Promise<AskOutcome> {
    await this.mark()
    this.terminal.type(typed)
    return this.told<AskOutcome>("OUTCOME")
  }
}

/** Lets time go by, where the passing of time is what is tested. */
export function elapsed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
