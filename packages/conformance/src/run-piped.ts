import { spawn } from "node:child_process"
import { constants } from "node:os"

import { exactEnvironment } from "./command-line.ts"
import { withoutInheritedTerminals } from "./inherited-terminals.ts"

/** How a program off a terminal is started. */
export interface PipedOptions {
  /** `"null"` is /dev/null (the default), `"closed"` no descriptor at all, anything else the bytes of a pipe. */
  readonly stdin?: "null" | "closed" | (string & {})
  /** The folder it runs in; this process's folder when left out. */
  readonly cwd?: string
  /** Its exact environment; this process's, less `NODE_EXTRA_CA_CERTS`, when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Milliseconds until it is killed, 20000 when left out. */
  readonly timeoutMs?: number
}

/** What a program off a terminal left; after a signal the exit code is 128 and its number, as a shell says it. */
export interface PipedResult {
  readonly exitCode: number
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  readonly durationMs: number
}

/**
 * Runs a program to its end with pipes for stdout and stderr, in a session without any terminal.
 *
 * @param command - the program and its arguments; a name is looked up on `PATH`
 * @param options - stdin, folder, exact environment, milliseconds to wait
 * @returns exit code, signal, both outputs and the milliseconds it took
 * @throws TypeError when the command is empty; Error, which shows the output, when the program cannot be started or
 *   does not end in time
 *
 * Requirement: REQ-C-036, REQ-F-001: what an agent that calls the command gets
 *
 * @example
 * ```ts
 * import { runPiped } from "@byhand/conformance"
 * const { exitCode, stdout } = await runPiped(["cat"], { stdin: "hello" })
 * console.log(exitCode, stdout) // 0 hello
 * ```
 */
export function runPiped(command: readonly string[], options: PipedOptions = {}): Promise<PipedResult> {
  const { stdin = "null", timeoutMs = 20_000 } = options
  const env = exactEnvironment(options.env)
  const [file, ...args] = withoutInheritedTerminals(stdin === "closed" ? withoutStdin(command) : command, env)
  if (command[0] === undefined || file === undefined) {
    throw new TypeError(
      `There is no program to run. Expected a program and its arguments, received ${JSON.stringify(command)}.`
    )
  }
  const name = command.join(" ")
  const piped = stdin !== "null" && stdin !== "closed"
  const started = performance.now()
  // Detached means a session of its own: no terminal to find at /dev/tty, and one group to end.
  const child = spawn(file, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env,
    detached: true,
    stdio: [piped ? "pipe" : "ignore", "pipe", "pipe"]
  })
  const stdout = collect(child.stdout)
  const stderr = collect(child.stderr)
  // A program that does not read its input closes the pipe: that is its right, and no failure here.
  child.stdin?.on("error", () => {})
  child.stdin?.end(stdin)

  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      endGroup(child.pid)
    }, timeoutMs)
    child.once("error", (cause) => {
      clearTimeout(timer)
      reject(
        new Error(`\`${name}\` could not be started: ${cause.message}. Check the path and its permissions.`, {
          cause
        })
      )
    })
    child.once("close", (code, signal) => {
      clearTimeout(timer)
      const outputs = { stdout: stdout(), stderr: stderr() }
      if (late) return reject(new Error(lateText(name, timeoutMs, outputs)))
      const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal])
      resolve({ exitCode, signal, ...outputs, durationMs: performance.now() - started })
    })
  })
}

function withoutStdin(command: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", 'exec "$@" <&-', "sh", ...command]
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const chunks: Buffer[] = []
  stream?.on("data", (chunk: Buffer) => chunks.push(chunk))
  return () => Buffer.concat(chunks).toString()
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It ended by itself in the meantime.
  }
}

function lateText(name: string, timeoutMs: number, outputs: { stdout: string; stderr: string }): string {
  return `\`${name}\` was ended, because it still ran after ${timeoutMs} ms. Its stdout was ${JSON.stringify(outputs.stdout)}, its stderr ${JSON.stringify(outputs.stderr)}.`
}
