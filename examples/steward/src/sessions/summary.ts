import { closureOf, type runProjections, type SessionView } from "@byhand/headless"

/** Where a session stands, in short. */
export interface Summary {
  readonly session_id: string
  readonly turn_id: string | null
  /** Null before a controller exists. */
  readonly stage: string | null
  /** How the latest turn has ended; null while it is open. */
  readonly closure: string | null
  readonly request: string | null
  /** What is to be done next, and by which command; null while a process is at work. */
  readonly go_on: "run" | "answer" | "resume" | "decide" | null
}

export type RunView = SessionView<typeof runProjections>

export function summaryOf({ id, states, owner, uncertain }: RunView): Summary {
  const { turn } = states.run
  const closure = turn === null ? null : closureOf(turn)
  return {
    session_id: id,
    turn_id: turn?.turn_id ?? null,
    stage: turn?.stage ?? null,
    closure,
    request: turn?.request ?? null,
    go_on:
      owner === undefined && turn !== null
        ? goOn(closure, turn.pending_input !== null, uncertain.length > 0)
        : null
  }
}

function goOn(closure: string | null, isWaiting: boolean, isUncertain: boolean): Summary["go_on"] {
  if (closure !== null) return "run"
  if (isUncertain) return "decide"
  return isWaiting ? "answer" : "resume"
}

/** How a turn stands, in a word or two. */
export function standing({ stage, closure }: Summary): string {
  return closure ?? stage ?? "OPENING"
}
