import { cancelSession, Lines } from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import { conduct } from "./conduct.ts"

/** Gives a session up. */
export function cancel(home: string, sessionId: string): Promise<RunReport> {
  return conduct({ home, lines: Lines.layerNone }, {}, ({ program }) => cancelSession({ program, sessionId }))
}
