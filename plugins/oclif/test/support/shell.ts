import { personMark, Terminal } from "@byhand/conformance"
import type { Entry, GateHost } from "./gate-host.ts"

const prompt = "ready$ "

/** A person's interactive shell with job control, where `$GATE` starts the CLI. */
export class Shell {
  readonly terminal: Terminal
  /** What was done so far. */
  readonly deeds: () => readonly string[]
  #from = 0

  private constructor(terminal: Terminal, deeds: () => readonly string[]) {
    this.terminal = terminal
    this.deeds = deeds
  }

  /** Starts the shell and waits until it is ready. */
  static async start(host: GateHost, entry: Entry): Promise<Shell> {
    // Without line editing the shell leaves the terminal alone while it waits; `notify` tells of a stopped job at once.
    const command = ["bash", "--norc", "--noprofile", "--noediting", "-o", "notify", "-i"]
    const { env, deeds } = host.run({ PS1: prompt, GATE: host.command(entry, []).join(" ") })
    const shell = new Shell(Terminal.start(command, { cwd: host.root, env }), deeds)
    await shell.prompt()
    return shell
  }

  /** Types a command line. */
  enter(line: string): void {
    this.terminal.enter(line)
  }

  /** Waits for this; returns what was seen since the last wait. */
  async until(text: string | RegExp): Promise<string> {
    const seen = await this.terminal.waitFor(text, { from: this.#from })
    this.#from = this.terminal.raw.length
    return seen
  }

  /** Waits for the mark of the question. */
  mark(): Promise<string> {
    return this.until(new RegExp(`(?:^|\n)${personMark}$`, "u"))
  }

  /** Waits for the shell's own prompt: the job has ended or stopped. */
  prompt(): Promise<string> {
    return this.until(/(?:^|\n)ready\$ $/u)
  }

  /** The exit code of the last job, and the terminal's modes as `stty -g` writes them. */
  async state(): Promise<{ readonly exit: number; readonly modes: string }> {
    this.enter("echo EXIT $? MODES $(stty -g)")
    const seen = await this.prompt()
    const [, exit, modes = ""] = /\nEXIT (\d+) MODES (\S+)\n/u.exec(seen) ?? []
    return { exit: Number(exit), modes }
  }

  /** Closes the window. */
  async close(): Promise<void> {
    this.terminal.hangUp()
    await this.terminal.ended
  }
}
