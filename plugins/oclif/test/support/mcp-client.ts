import { spawn } from "node:child_process"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import type { ResponseEnvelope } from "@byhand/envelope"

/** An envelope, as a test reads it. */
type Answer = Omit<ResponseEnvelope, "data"> & { readonly data: any }

/** The official client, connected to a server that it started. */
export interface ConnectedClient {
  readonly client: Client
  /** What the server wrote to stderr. */
  readonly stderr: () => string
  /** Calls a tool and gives back its envelope. */
  call(name: string, given?: Record<string, unknown>): Promise<Answer>
}

export async function connect(
  [command, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>
): Promise<ConnectedClient> {
  const defined = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const transport = new StdioClientTransport({
    command: String(command),
    args,
    env: Object.fromEntries(defined),
    stderr: "pipe"
  })
  let said = ""
  transport.stderr?.on("data", (chunk) => (said += String(chunk)))
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(transport)
  return {
    client,
    stderr: () => said,
    async call(name, given = {}) {
      const { structuredContent, content, isError } = await client.callTool(
        { name, arguments: given },
        { timeout: patience }
      )
      const envelope = structuredContent as unknown as ResponseEnvelope
      const [text] = content as { text?: string }[]
      if (text?.text !== JSON.stringify(envelope) || isError !== !envelope.ok)
        throw new Error("The text and the flag of a result must say what its structured content says.")
      return envelope
    }
  }
}

/** How long a call of a test may wait for its turn on a busy machine, in milliseconds. */
const patience = 170_000

/** A server without a client: what is written to it is up to the test, and so is what is read of it. */
export function serverProcess(
  [command, ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>
) {
  const child = spawn(String(command), args, { env, stdio: ["pipe", "pipe", "pipe"] })
  const said = { stdout: "", stderr: "" }
  child.stderr.on("data", (chunk) => (said.stderr += String(chunk)))
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal }))
  )
  const send = (...messages: readonly object[]) => {
    for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`)
  }
  const read = () => child.stdout.on("data", (chunk) => (said.stdout += String(chunk)))
  const isReady = new Promise<void>((resolve) => {
    child.stdout.once("readable", () => resolve())
  })
  return { child, said, ended, send, read, isReady }
}

/** The opening of a session, as a client writes it. */
export const opening: readonly object[] = [
  {
    id: 1,
    method: "initialize",
    params: {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "raw", version: "1.0.0" }
    }
  },
  { method: "notifications/initialized" }
]

/** Waits until something holds, as long as the test may take. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** The processes that a process has started and that it has not seen end; read off Linux alone. */
export function childrenOf(pid: number | undefined): readonly number[] {
  return contentOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number)
}

/** Whether a process lives; one that is dead and not yet reaped does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^State:\s+Z/m.test(process.platform === "linux" ? contentOf(`/proc/${pid}/status`) : "")
  } catch {
    return false
  }
}

function contentOf(path: string): string {
  return process.getBuiltinModule("node:fs").readFileSync(path, "utf8")
}
