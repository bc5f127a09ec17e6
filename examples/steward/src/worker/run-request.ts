import { runSession } from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import { conduct, type WorkingFlags } from "./conduct.ts"
import { linesOf } from "./lines.ts"
import { requireProvider } from "./provider.ts"
import { isStdinRequest, requestOf, type RequestSource } from "./request.ts"

interface RunFlags extends RequestSource, WorkingFlags {
  readonly review: "piped" | "none"
  readonly session?: string | undefined
  readonly "max-repairs"?: number | undefined
  /** Whether only a program that this host ran can establish the result. */
  readonly verify: boolean
}

/** Runs a request, in a new session or as the next turn of one. */
export async function runRequest(home: string, flags: RunFlags): Promise<RunReport> {
  requireProvider(flags)
  const request = await requestOf(flags)
  const { review, session: sessionId, "max-repairs": maxRepairs, verify: verified } = flags
  const lines = linesOf({ isStdinTaken: isStdinRequest(flags) })
  return conduct({ home, lines }, flags, (options) =>
    runSession({ ...options, request, review, sessionId, maxRepairs, verified })
  )
}
