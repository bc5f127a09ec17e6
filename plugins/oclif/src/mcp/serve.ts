import { Writable } from "node:stream"
import type { ResponseEnvelope } from "@byhand/envelope"
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio"
import { callTool, type HostProgram } from "./call-tool.ts"
import { reportProgress } from "./progress.ts"
import { toolDefinition } from "./tool-definition.ts"
import type { CommandTool } from "./tools.ts"
import { Turns } from "./turns.ts"

export interface ServeOptions {
  readonly tools: ReadonlyMap<string, CommandTool>
  readonly program: HostProgram
  readonly version: string
  /** How many commands run at once. */
  readonly concurrency: number
  /** How long one may run, in milliseconds. */
  readonly timeoutMs: number
  /** Ends every call, and the serving. */
  readonly signal: AbortSignal
}

/** The largest message that is read, in bytes: more than a command line can carry. */
const mostMessage = 16 * 1024 * 1024

/**
 * Serves a host's tools over stdin and stdout, until stdin ends or the signal is aborted.
 *
 * stdout carries messages of the protocol and nothing else, whatever is printed meanwhile: they are written past
 * `process.stdout.write`, which may lead elsewhere.
 *
 * @returns when no call runs any more
 *
 * Requirement: REQ-C-032.
 */
export async function serve({
  tools,
  program,
  version,
  concurrency,
  timeoutMs,
  signal
}: ServeOptions): Promise<void> {
  const turns = new Turns(concurrency)
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()
  const definitions = [...tools.values()].map(toolDefinition)
  const stdout = realStdout()

  const newServer = () => {
    const server = new Server({ name: program.bin, version }, { capabilities: { tools: {} } })
    server.setRequestHandler("tools/list", () => ({ tools: definitions }))
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = tools.get(params.name)
      if (tool === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`)
      const stopped = AbortSignal.any([context.mcpReq.signal, ending.signal])
      const progress = reportProgress(context)
      const call = turns
        .take(async () => {
          await taken(stdout, stopped)
          progress.onStart()
          return callTool(tool, params.arguments, program, {
            timeoutMs,
            signal: stopped,
            onLine: progress.onLine
          })
        }, stopped)
        .finally(progress.stop)
      running.add(call)
      try {
        return resultOf(await call)
      } finally {
        running.delete(call)
      }
    })
    return server
  }

  const transport = new StdioServerTransport(process.stdin, stdout, { maxBufferSize: mostMessage })
  await new Promise<void>((resolve) => {
    const handle = serveStdio(newServer, { transport: closing(transport, resolve) })
    signal.addEventListener("abort", () => void handle.close().finally(resolve), { once: true })
    if (signal.aborted) void handle.close().finally(resolve)
  })
  ending.abort(new Error("The server ends."))
  await Promise.allSettled(running)
}

/** The transport, with a word when it closes: whoever serves over it sets its `onclose`. */
function closing(transport: StdioServerTransport, onClosed: () => void): StdioServerTransport {
  let own: (() => void) | undefined
  Object.defineProperty(transport, "onclose", {
    get: () => () => {
      own?.()
      onClosed()
    },
    set(value: (() => void) | undefined) {
      own = value
    }
  })
  return transport
}

function resultOf(envelope: ResponseEnvelope): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(envelope) }],
    structuredContent: envelope as unknown as Record<string, unknown>,
    isError: !envelope.ok
  }
}

/** stdout itself: `process.stdout.write` leads to stderr while the command runs. */
function realStdout(): Writable {
  const { write } = Object.getPrototypeOf(process.stdout) as typeof process.stdout
  process.stdout.on("error", () => {})
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, encoding, done) => void write.call(process.stdout, chunk, encoding, done)
  })
}

/** Waits until the client has read what it was sent: a client that reads nothing gets nothing more started. */
async function taken(stream: Writable, signal: AbortSignal): Promise<void> {
  while (stream.writableNeedDrain) {
    await new Promise<void>((resolve, reject) => {
      const leave = () => reject(signal.reason as Error)
      signal.addEventListener("abort", leave, { once: true })
      stream.once("drain", () => {
        signal.removeEventListener("abort", leave)
        resolve()
      })
    })
  }
}
