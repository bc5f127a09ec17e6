import { readSync } from "node:fs"
import { StringDecoder } from "node:string_decoder"
import type { ReadStream } from "node:tty"

import * as pty from "@lydell/node-pty"

import { holds, letsGo, withoutInheritedTerminals } from "./inherited-terminals.ts"
import type { Size } from "./screen.ts"

/** What the pseudo-terminal library keeps to itself: its stream, and the descriptor and name of the terminal. */
interface Inside {
  readonly _socket: ReadStream
  readonly fd: number
}

interface OpenPair {
  readonly master: ReadStream
  readonly slave: ReadStream
  readonly ptsName: string
}

/** A program on a terminal of its own. */
export interface Spawned {
  readonly pid: number
  write(text: string): void
  resize(size: Size): void
  kill(signal: NodeJS.Signals): void
  hangUp(): void
}

/** What happens to the program: `ended` comes last, after every byte it wrote. */
export interface Listener {
  output(text: string): void
  ended(exitCode: number, signal: number | undefined): void
}

/** Starts a program that leads its own session, with a new pseudo-terminal as its controlling terminal. */
export function spawnOnTerminal(
  command: readonly string[],
  options: { readonly cwd: string; readonly env: Record<string, string>; readonly size: Size },
  listener: Listener
): Spawned {
  if (process.platform === "win32") {
    throw new Error(
      "A program cannot be driven on a pseudo-terminal on Windows, because hang-up and signals do not exist there. Expected Linux or macOS. Run this in WSL."
    )
  }
  const env = { TERM: "xterm-256color", ...options.env, PWD: options.cwd }
  const [file, ...args] = withoutInheritedTerminals(command, env)
  const { columns, rows } = options.size
  // Bytes, so that a character is whole even where this file reads the last of them.
  const program = pty.spawn(file!, args, { cwd: options.cwd, env, cols: columns, rows, encoding: null })
  const { _socket: stream, fd } = program as unknown as Inside
  const decoder = new StringDecoder("utf8")
  const output = (bytes: Buffer): void => listener.output(decoder.write(bytes))
  holds(stream, fd)
  stream.on("data", output)
  const close = endWhenRead(stream, fd, output)
  program.onExit(({ exitCode, signal }) => listener.ended(exitCode, signal === 0 ? undefined : signal))
  return {
    pid: program.pid,
    write: (text) => program.write(text),
    resize: (size) => program.resize(size.columns, size.rows),
    kill: (signal) => program.kill(signal),
    hangUp: close
  }
}

/**
 * Ends the stream only when every byte is read, and returns what ends it at once. A reader that is kept busy loses the
 * last bytes otherwise: libuv takes "hung up" after a short read for the end, though the system still holds output, and
 * the library destroys the stream 200 ms after the program ended, read to its end or not.
 */
function endWhenRead(stream: ReadStream, descriptor: number, output: (bytes: Buffer) => void): () => void {
  const close = stream.destroy.bind(stream)
  const destroy = (error?: Error): ReadStream => {
    letsGo(stream)
    return close(error)
  }
  stream.destroy = (error?: Error) => {
    // Once it is closed the descriptor may be another's.
    if (error === undefined && !stream.destroyed) readRest(stream, descriptor, output)
    return destroy(error)
  }
  return () => void destroy()
}

function readRest(stream: ReadStream, descriptor: number, output: (bytes: Buffer) => void): void {
  // Already read, and kept by the stream: handed to its listeners.
  stream.read()
  const piece = Buffer.alloc(64 * 1024)
  // The system holds less than this. Without a limit a program left behind in the background could write for ever.
  for (let left = 1024 * 1024; left > 0;) {
    const length = readSome(descriptor, piece)
    if (length === 0) return
    output(Buffer.from(piece.subarray(0, length)))
    left -= length
  }
}

function readSome(descriptor: number, piece: Buffer): number {
  try {
    return readSync(descriptor, piece)
  } catch {
    // EIO: the far side is closed and everything is read. EAGAIN: it is open, and nothing is there.
    return 0
  }
}

/** A second terminal: give its path to a shell redirection, and read here what was written to it. */
export interface SecondTerminal {
  /** Where a program finds it, such as `/dev/pts/4`. */
  readonly path: string
  /** Everything written to it so far. */
  output(): string
  /** Frees it. Whoever still has it open is hung up. */
  close(): void
}

/**
 * Opens a pseudo-terminal that is nobody's controlling terminal, to redirect one stream of a program to.
 *
 * @returns its path, what was written to it, and how to close it
 * @throws Error when the system has no pseudo-terminal left
 *
 * Requirement: REQ-C-036: stdin and stdout are terminals, each by itself
 *
 * @example
 * ```ts
 * import { openTerminal, runPiped } from "@byhand/conformance"
 * const other = openTerminal()
 * await runPiped(["sh", "-c", `echo hello >${other.path}`])
 * console.log(JSON.stringify(other.output())) // "hello\r\n"
 * other.close()
 * ```
 */
export function openTerminal(): SecondTerminal {
  const { open } = pty as unknown as { open(options: object): OpenPair }
  const { master, slave, ptsName } = open({ cols: 80, rows: 24 })
  let output = ""
  master.on("data", (text: string) => (output += text))
  // The far side stays open, so that the terminal outlives each writer, but nothing here reads from it.
  slave.pause()
  return {
    path: ptsName,
    output: () => output,
    close: () => {
      slave.destroy()
      master.destroy()
    }
  }
}
