import { Terminal } from "@byhand/conformance"

import { asker } from "./attestation.ts"
import { Conversation, type Step } from "./conversation.ts"

const prompt = "ready$ "

/** An interactive shell with job control, in which a person runs the asker. */
export class Shell extends Conversation {
  constructor(built: { readonly path: string }, env: Readonly<Record<string, string>> = {}) {
    super(
      Terminal.start(["bash", "--norc", "--noprofile", "--noediting", "-i"], {
        env: { PATH: process.env["PATH"], PS1: prompt, ATTESTATION: built.path, ...env }
      })
    )
  }

  /** Waits for the shell's own prompt: the job before it has ended or stopped. Returns what was seen until then. */
  async prompt(): Promise<string> {
    const seen = await this.terminal.waitFor(/(?:^|\n)ready\$ $/u, { from: this.from })
    this.from = this.terminal.raw.length
    return seen
  }

  /** Types a command line. */
  command(line: string): void {
    this.terminal.enter(line)
  }

  /** Starts the asker; `around` puts something before and after the command. */
  ask(steps: readonly Step[], around: (command: string) => string = (command) => command): void {
    this.command(around(`node ${asker} '${JSON.stringify(steps)}'`))
  }

  /** The terminal's modes, as `stty -g` writes them. */
  async modes(): Promise<string> {
    this.command("echo MODES $(stty -g)")
    const seen = await this.prompt()
    return /\nMODES (\S+)\n/u.exec(seen)?.[1] ?? `no modes in: ${seen}`
  }

  /** The exit code of the last job. */
  async exitCode(): Promise<number> {
    this.command("echo CODE $?")
    return Number(/\nCODE (\d+)\n/u.exec(await this.prompt())?.[1])
  }
}
