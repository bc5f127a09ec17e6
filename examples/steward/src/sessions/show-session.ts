import { runProjections, Sessions } from "@byhand/headless"
import { differs, reading } from "./errors.ts"
import { summaryOf } from "./summary.ts"

/**
 * Where a session stands.
 *
 * @throws CommandError SESSION_UNKNOWN, SESSION_ID_INVALID, SESSION_UNREADABLE, SESSION_TOO_NEW, SESSION_DIFFERS
 */
export function showSession(home: string, id: string, { verify }: { readonly verify: boolean }) {
  const sessions = new Sessions({ root: home, projections: runProjections })
  const view = reading(() => sessions.view(id))
  const { folder, seq, states, owner, uncertain, tornBytes } = view
  const { turn, usage, outcome } = states.run
  const verification = verify ? reading(() => sessions.verify(id)) : undefined
  if (
    verification !== undefined &&
    (verification.differing.length > 0 || verification.snapshot === "contradicts")
  )
    throw differs(id, verification)
  return {
    ...summaryOf(view),
    folder,
    events: seq,
    review: turn?.review ?? null,
    question: turn?.pending_input ?? null,
    usage,
    // The latest ending that was told: of a turn that is paused or closed.
    ending: outcome === null ? null : { exit_code: outcome["code"], ending: outcome["ending"] },
    owner: owner ?? null,
    uncertain: uncertain.map(({ action_id }) => action_id),
    torn_bytes: tornBytes,
    ...(verification === undefined
      ? {}
      : { verification: { events: verification.seq, snapshot: verification.snapshot } })
  }
}
