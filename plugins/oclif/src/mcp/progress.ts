import type { ServerContext } from "@modelcontextprotocol/server"
import { stripVTControlCharacters } from "node:util"

/** How often a client hears that a call goes on, in milliseconds: more often than any client gives a call up. */
const every = 1000
const mostCharacters = 200

/**
 * Tells a client that asked for it how its call goes on: that it waits, that it runs, and what the command writes to stderr.
 *
 * @returns what takes each line, and what ends it
 */
export function reportProgress({ mcpReq }: ServerContext): {
  readonly onLine: (line: string) => void
  readonly onStart: () => void
  readonly stop: () => void
} {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return { onLine: () => {}, onStart: () => {}, stop: () => {} }
  const startedAt = performance.now()
  let last = 0
  let message = "Waiting for its turn"
  const tell = () => {
    // Each has to be more than the one before.
    last = Math.max(last + 0.001, (performance.now() - startedAt) / 1000)
    const params = { progressToken, progress: last, message }
    void mcpReq.notify({ method: "notifications/progress", params }).catch(() => {})
  }
  const timer = setInterval(tell, every)
  return {
    onStart() {
      message = "Running"
      tell()
    },
    onLine(line) {
      message = stripVTControlCharacters(line).slice(0, mostCharacters)
    },
    stop: () => clearInterval(timer)
  }
}
