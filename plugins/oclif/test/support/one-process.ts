import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { runPiped, Terminal } from "@byhand/conformance"
import type { Entry, GateHost } from "./gate-host.ts"

/** What the executable of a host calls. */
export interface Executed {
  readonly from: string
  readonly name: string
  /** What it says its folder is. */
  readonly dir: string
}

interface End {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** What `bin/plain.js` and `bin/launched.js` of a host call. */
export function executedBy({ root }: GateHost, entry: Entry): Executed {
  const dir = pathToFileURL(join(root, "bin", `${entry}.js`)).href
  return { from: entry === "plain" ? "@oclif/core" : "@byhand/oclif/run", name: "execute", dir }
}

/**
 * One process of a host in which call is made after call as its executable makes the one that it is started for: for what the
 * plugin's own code decides, and not how a process starts and ends.
 */
export class OneProcess {
  /** The oclif that it has, as oclif names itself: `@oclif/core@4.14.0`. */
  readonly core: string
  readonly #host: GateHost
  readonly #server: Server
  readonly #socket: Socket
  readonly #answers: AsyncIterator<string>
  readonly #ended: Promise<unknown>
  readonly #terminal: Terminal | undefined
  #last: Promise<unknown> = Promise.resolve()
  #calls = 0

  private constructor(
    host: GateHost,
    server: Server,
    socket: Socket,
    answers: AsyncIterator<string>,
    core: string,
    ended: Promise<unknown>,
    terminal: Terminal | undefined
  ) {
    this.#host = host
    this.#server = server
    this.#socket = socket
    this.#answers = answers
    this.core = core
    this.#ended = ended
    this.#terminal = terminal
  }

  /** Starts the process off any terminal. */
  static offTerminal(host: GateHost, executed: Executed): Promise<OneProcess> {
    return OneProcess.#start(host, executed, (command, env) => ({
      ended: runPiped(command, { env, cwd: host.root, timeoutMs: 170_000 }).then(({ stderr }) => stderr)
    }))
  }

  /** Starts the process at a pseudo-terminal. */
  static atTerminal(host: GateHost, executed: Executed, columns = 80): Promise<OneProcess> {
    return OneProcess.#start(host, executed, (command, env) => {
      const terminal = Terminal.start(command, { env, cwd: host.root, columns })
      return { ended: terminal.ended.then(() => terminal.screen), terminal }
    })
  }

  static async #start(
    host: GateHost,
    { from, name, dir }: Executed,
    start: (
      command: readonly string[],
      env: Readonly<Record<string, string | undefined>>
    ) => { ended: Promise<string>; terminal?: Terminal }
  ): Promise<OneProcess> {
    const server = createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    const { port } = server.address() as AddressInfo
    const command = [process.execPath, "lib/answer-calls.mjs", String(port), from, name, dir]
    const { ended, terminal } = start(command, host.run().env)
    const died = ended.then((said) => {
      throw new Error(`The process that makes the calls has ended. It said:\n${said}`)
    })
    const [socket] = (await Promise.race([once(server, "connection"), died])) as [Socket]
    died.catch(() => {})
    const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
    const core = JSON.parse(String((await answers.next()).value)) as string
    return new OneProcess(host, server, socket, answers, core, died, terminal)
  }

  /** Makes a call once those before it have ended. At a terminal, what is on the screen after it and `raw` are of this call alone. */
  call(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
    const run = this.#last.then(() => this.#call(args, extra))
    this.#last = run.catch(() => {})
    return run
  }

  async #call(args: readonly string[], extra: Readonly<Record<string, string>>) {
    const { env, deeds } = this.#host.run(extra)
    const from = this.#terminal?.raw.length ?? 0
    this.#calls += 1
    const mark = `[the end of call ${this.#calls}]`
    const atTerminal = this.#terminal !== undefined
    const call = atTerminal
      ? { line: args, env: { TERM: "xterm", ...env }, atTerminal, mark }
      : { line: args, env }
    this.#socket.write(`${JSON.stringify(call)}\n`)
    const answer = (await Promise.race([this.#answers.next(), this.#ended])) as IteratorResult<string>
    if (answer.done === true) await this.#ended
    const end = JSON.parse(String(answer.value)) as End
    const seen = await this.#terminal?.waitFor(mark, { from })
    const raw = this.#terminal?.raw.slice(from).split(mark, 1)[0] ?? ""
    return { ...end, screen: seen?.split(mark, 1)[0] ?? "", raw, deeds: deeds() }
  }

  /** Ends the process. */
  async end(): Promise<void> {
    this.#socket.end()
    await this.#ended.catch(() => {})
    this.#server.close()
  }
}
