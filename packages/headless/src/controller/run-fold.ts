import type { JsonObject } from "@byhand/envelope"
import { type CarriedTurn, carriedTurn } from "../protocol/chain.ts"
import type { LogEvent } from "../protocol/log-event.ts"
import { replay } from "../protocol/replay.ts"
import { closureOf, type RunState } from "../protocol/state.ts"
import { type ProcessIdentity, readIdentity } from "../sessions/process-identity.ts"
import type { Projection } from "../sessions/projection.ts"
import type { StoredEvent } from "../sessions/stored-event.ts"
import { publishedOf } from "./published.ts"

/** What the calls of a turn came to, over all the processes that worked on it. */
export interface Usage {
  readonly calls: number
  /** Of the calls whose provider told. */
  readonly input_tokens: number
  readonly output_tokens: number
}

/** Everything that a controller needs to know of a session, told from its log. */
export interface RunFold {
  /** The latest turn. */
  readonly turn: RunState | null
  /** What the latest turn carries of the one before. */
  readonly carried: CarriedTurn | null
  readonly usage: Usage
  /** The payload of the latest OUTCOME_RECORDED of the latest turn. */
  readonly outcome: JsonObject | null
  /** The process of the program that was started last. */
  readonly program: ProcessIdentity | null
  /** Why the log is not the history of a run, if it is not. */
  readonly broken: string | null
}

export const freshUsage: Usage = { calls: 0, input_tokens: 0, output_tokens: 0 }

/**
 * The turn, and the published result, of a session's log; and the files that show them: `state.json`, `current.json` and
 * `current.md`.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { logEvent, runFold } from "@byhand/headless"
 * const turn = { turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null, request: "List primes" }
 * const opened = logEvent({ kind: "TURN_OPENED", ...turn, review: "none", max_repairs: null })
 * const fold = runFold.step(runFold.initial, { ...opened, seq: 1, at_utc: "2026-01-01T00:00:00.000Z" })
 * console.log(fold.turn?.request, Object.keys(runFold.render(fold)).join()) // List primes state.json
 * ```
 */
export const runFold: Projection<RunFold> = {
  version: 1,
  initial: { turn: null, carried: null, usage: freshUsage, outcome: null, program: null, broken: null },
  step,
  files: ["state.json", "current.json", "current.md"],
  render
}

function step(fold: RunFold, event: StoredEvent): RunFold {
  if (fold.broken !== null) return fold
  if (event.kind === "OUTCOME_RECORDED") return { ...fold, outcome: event.payload }
  if (event.kind === "PROGRAM_STARTED")
    return { ...fold, program: readIdentity(event.payload["process"]) ?? null }
  const replayed = replay(fold.turn, event)
  switch (replayed._tag) {
    case "Kept":
      return fold
    case "Refused":
      return { ...fold, broken: `Event ${event.seq} is not possible: ${replayed.message}` }
    default:
      return event.kind === "TURN_OPENED"
        ? { ...fold, turn: replayed.state, carried: carriedInto(replayed.state, fold.turn), ...fresh }
        : { ...fold, turn: replayed.state, usage: usageAfter(fold.usage, event, fold.turn) }
  }
}

const fresh = { usage: freshUsage, outcome: null }

function carriedInto({ previous }: RunState, before: RunState | null): CarriedTurn | null {
  return previous === null || before === null ? null : carriedTurn(before)
}

/** The usage after one more event, in the state before it. A program is no call of a model. */
export function usageAfter(usage: Usage, { kind, payload }: LogEvent, before: RunState | null): Usage {
  if (kind !== "EFFECT_FINISHED" || before?.in_flight?.operation === "RUN_PROGRAM") return usage
  return {
    calls: usage.calls + 1,
    input_tokens: usage.input_tokens + Number(payload["input_tokens"] ?? 0),
    output_tokens: usage.output_tokens + Number(payload["output_tokens"] ?? 0)
  }
}

function render({ turn, usage }: RunFold): Readonly<Record<string, string>> {
  if (turn === null) return {}
  const published = publishedOf(turn)
  return {
    "state.json": `${JSON.stringify({ closure: closureOf(turn), usage, ...turn }, null, 2)}\n`,
    ...(published === null
      ? {}
      : {
          "current.json": `${JSON.stringify(published.record, null, 2)}\n`,
          "current.md": published.text.endsWith("\n") ? published.text : `${published.text}\n`
        })
  }
}
