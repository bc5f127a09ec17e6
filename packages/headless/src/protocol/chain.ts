import { closureOf, isClosed, type RunState } from "./state.ts"

/** What a new message means for a session. */
export type Chain =
  /** The closed turn before is carried on, in its workspace. */
  | { readonly _tag: "Chained"; readonly workspace_id: string; readonly previous: string }
  /** Nothing is carried on: a workspace of its own. */
  | { readonly _tag: "Fresh" }
  /** The turn before is open: it is answered or resumed, and no message is added to it. */
  | { readonly _tag: "Open"; readonly goOn: "answer" | "resume" }

/**
 * Whether a new message opens the next turn of a workspace, begins a workspace, or is not possible yet.
 *
 * @param state - the session's latest turn, or null when it has none
 * @returns `Chained` after a turn that a controller closed; `Fresh` after a refusal, a direct answer or a new task, which
 * have no controller to carry on, or want none; `Open` otherwise. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { chainAfter } from "@byhand/headless"
 * console.log(chainAfter(null)._tag) // Fresh
 * ```
 */
export function chainAfter(state: RunState | null): Chain {
  if (state === null) return { _tag: "Fresh" }
  if (!isClosed(state)) return { _tag: "Open", goOn: state.stage === "WAITING_INPUT" ? "answer" : "resume" }
  if (state.instance_id === null || state.closing.kind === "NEW_TASK") return { _tag: "Fresh" }
  return { _tag: "Chained", workspace_id: state.workspace_id, previous: state.turn_id }
}

/** What the next turn is told of the one before. */
export interface CarriedTurn {
  readonly turn_id: string
  readonly closure: "CLOSED_SUCCESS" | "CLOSED_UNVERIFIED" | "CLOSED_CANCELLED"
  readonly request: string
  /** False for everything that the host did not establish. */
  readonly verified: boolean
  /** The published deliverable; of a cancelled turn the candidate it was published with, if there was one. */
  readonly deliverable: string | null
  /** Why it did not end well, in the turn's own words; null for a success. */
  readonly record: string | null
}

/**
 * What a chained turn carries of the one before: its deliverable, or its task and the record of its failure.
 *
 * @param state - the closed turn that is carried on
 * @returns what is carried, labelled unverified unless the turn ended in CLOSED_SUCCESS; null when nothing chains. It never
 * throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { carriedTurn, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(carriedTurn(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: 0 }))) // null
 * ```
 */
export function carriedTurn(state: RunState): CarriedTurn | null {
  const closure = closureOf(state)
  if (
    chainAfter(state)._tag !== "Chained" ||
    closure === null ||
    closure === "REFUSED" ||
    closure === "DIRECT_ANSWER"
  )
    return null
  const { turn_id, request } = state
  return { turn_id, closure, request, verified: closure === "CLOSED_SUCCESS", ...published(state) }
}

function published({ closing }: RunState): Pick<CarriedTurn, "deliverable" | "record"> {
  switch (closing?.kind) {
    case "CLOSED_SUCCESS":
      return { deliverable: closing.deliverable, record: null }
    case "CLOSED_UNVERIFIED":
      return { deliverable: closing.deliverable, record: `${closing.reason}: ${closing.note}` }
    case "VERIFICATION_FAILED":
      return {
        deliverable: closing.candidate,
        record: closing.findings.map(({ code, message }) => `${code}: ${message}`).join("\n")
      }
    case "PROTOCOL_BLOCKED":
      return { deliverable: null, record: closing.text }
    default:
      return { deliverable: null, record: closing?.kind ?? null }
  }
}
