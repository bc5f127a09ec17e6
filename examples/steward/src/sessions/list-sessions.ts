import { runProjections, Sessions } from "@byhand/headless"
import { reading } from "./errors.ts"
import { standing, type Summary, summaryOf } from "./summary.ts"

/** A session that cannot be read, and why. */
interface Unreadable {
  readonly session_id: string
  readonly problem: { readonly code: string; readonly message: string }
}

/** Every session, for a program and for a person. @throws CommandError SESSION_UNREADABLE of the folder of all sessions */
export function listSessions(home: string): {
  readonly sessions: readonly (Summary | Unreadable)[]
  readonly lines: readonly string[]
} {
  const sessions = reading(() => new Sessions({ root: home, projections: runProjections }).list()).map(
    (listed) =>
      "view" in listed
        ? summaryOf(listed.view)
        : { session_id: listed.id, problem: { code: listed.problem.code, message: listed.problem.message } }
  )
  return { sessions, lines: sessions.map(lineOf) }
}

function lineOf(session: Summary | Unreadable): string {
  if ("problem" in session) return `${session.session_id}  ${session.problem.code}`
  const { session_id, turn_id, request } = session
  const [first = ""] = (request ?? "").trim().split("\n")
  return `${session_id}  ${turn_id ?? "-"}  ${standing(session)}  ${first.slice(0, 80)}`
}
