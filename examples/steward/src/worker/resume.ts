import { resumeSession } from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import { conduct, type WorkingFlags } from "./conduct.ts"
import { linesOf } from "./lines.ts"

interface ResumeFlags extends WorkingFlags {
  readonly redo: boolean
  readonly abandon: boolean
}

/** Drives a session on, with the lines of stdin at its gates. */
export function resume(home: string, sessionId: string, flags: ResumeFlags): Promise<RunReport> {
  const decision = flags.redo ? "redo" : flags.abandon ? "abandon" : undefined
  return conduct({ home, lines: linesOf({ isStdinTaken: false }) }, flags, (options) =>
    resumeSession({ ...options, sessionId, decision })
  )
}
