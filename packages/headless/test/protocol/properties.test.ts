import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type EventKind, eventKinds, type RunEvent } from "../../src/protocol/event.ts"
import { brokenInvariants } from "../../src/protocol/invariants.ts"
import { isExecution } from "../../src/protocol/operation.ts"
import { exitOf } from "../../src/protocol/outcome.ts"
import { outcomeOf } from "../../src/protocol/outcome-of.ts"
import { closureOf, isClosed, type RunState } from "../../src/protocol/state.ts"
import { transition } from "../../src/protocol/transition.ts"
import { eventsOf, opened, sha256 } from "./play.ts"

/** One step: the way a run goes, any event that is possible, or any event at all, as it fits or bent so that it does not. */
interface Choice {
  readonly mode: "forward" | "possible" | "wild" | "bent"
  readonly pick: number
}

const modes = fc.oneof(
  { weight: 14, arbitrary: fc.constant("forward" as const) },
  { weight: 3, arbitrary: fc.constant("possible" as const) },
  { weight: 2, arbitrary: fc.constant("wild" as const) },
  { weight: 1, arbitrary: fc.constant("bent" as const) }
)
const choices = fc.array(fc.record({ mode: modes, pick: fc.nat(10_000) }), {
  minLength: 30,
  maxLength: 90,
  size: "max"
})
const turns = fc.record({
  review: fc.constantFrom("piped" as const, "none" as const),
  max_repairs: fc.constantFrom(null, 0, 1, 3)
})

interface Happened {
  readonly event: RunEvent
  readonly before: RunState
  readonly state: RunState
}

/** What really happened of a sequence: the events that were possible. */
function walk(
  turn: { readonly review: "piped" | "none"; readonly max_repairs: number | null },
  sequence: readonly Choice[]
): readonly Happened[] {
  const happened: Happened[] = []
  let state = opened(turn.review, turn.max_repairs)
  for (const choice of sequence) {
    const event = chosen(state, choice)
    const moved = transition(state, event)
    if (moved._tag === "Illegal") continue
    happened.push({ event, before: state, state: moved.state })
    state = moved.state
  }
  return happened
}

// The way a run goes, as far as the next event is possible: sequences of it come to every stage.
const forward: readonly EventKind[] = [
  "ACTIVATION_ROUTED",
  "BUDGET_ROUTED",
  "BOOTSTRAP_ANALYZED",
  "PROTOCOL_BOUND",
  "PROMPT_PUBLISHED",
  "PLAN_PUBLISHED",
  "ACCEPT_CURRENT",
  "CANDIDATE_PROPOSED",
  "SUPPLY_EXECUTION_INPUT",
  "EFFECT_STARTED",
  "EFFECT_FINISHED"
]

function chosen(state: RunState, { mode, pick }: Choice): RunEvent {
  const onward = mode === "forward" || mode === "bent"
  const events = (onward ? forward : eventKinds).flatMap((kind): readonly RunEvent[] => eventsOf(kind, state))
  const possible = (event: RunEvent): boolean => transition(state, event)._tag === "Moved"
  const next = onward ? events.find(possible) : undefined
  const from = mode === "possible" ? events.filter(possible) : events
  const event = next ?? from[pick % from.length] ?? events[0]!
  return mode === "bent" ? bend(event) : event
}

function bend(event: RunEvent): RunEvent {
  const bent = { ...event } as Record<string, unknown>
  for (const key of [
    "artifact_id",
    "action_id",
    "interpretation",
    "source_prompt_id",
    "body_sha256",
    "input_id"
  ])
    if (key in bent) bent[key] = sha256("bent")
  return bent as unknown as RunEvent
}

describe("no sequence of events", () => {
  it("leaves a closed turn, or changes how it closed", () => {
    let closedWalks = 0
    fc.assert(
      fc.property(turns, choices, (turn, sequence) => {
        const happened = walk(turn, sequence)
        const closing = happened.findIndex(({ state }) => isClosed(state))
        if (closing === -1) return
        closedWalks += 1
        expect(closing).toBe(happened.length - 1)
      }),
      { numRuns: 150 }
    )
    expect(closedWalks).toBeGreaterThan(50)
  })

  it("invents a confirmation: what is confirmed was accepted by name and hash, as it was published", () => {
    let confirmations = 0
    fc.assert(
      fc.property(turns, choices, (turn, sequence) => {
        const published = new Map<string, string>()
        const accepted = new Map<string, string>()
        for (const { event, state } of walk(turn, sequence)) {
          if (event.kind === "PROMPT_PUBLISHED" || event.kind === "PLAN_PUBLISHED")
            published.set(event.artifact_id, event.body_sha256)
          if (event.kind === "ACCEPT_CURRENT") accepted.set(event.artifact_id, event.body_sha256)
          for (const artifact of [state.prompt, state.plan]) {
            if (artifact?.confirmed !== true) continue
            confirmations += 1
            expect(accepted.get(artifact.artifact_id)).toBe(artifact.body_sha256)
            expect(published.get(artifact.artifact_id)).toBe(artifact.body_sha256)
          }
        }
      }),
      { numRuns: 150 }
    )
    expect(confirmations).toBeGreaterThan(100)
  })

  it("carries out anything unconfirmed, where the turn was opened with review", () => {
    let executions = 0
    fc.assert(
      fc.property(fc.constantFrom(null, 0, 2), choices, (max_repairs, sequence) => {
        // Of the events alone: what was accepted since the prompt, or the plan, last changed.
        let promptAccepted = false
        let planAccepted = false
        for (const { event, before } of walk({ review: "piped", max_repairs }, sequence)) {
          if (event.kind === "PROMPT_PUBLISHED") promptAccepted = planAccepted = false
          if (event.kind === "PLAN_PUBLISHED") planAccepted = false
          if (event.kind === "ACCEPT_CURRENT" && before.stage === "PROMPT_REVIEW") promptAccepted = true
          if (event.kind === "ACCEPT_CURRENT" && before.stage === "PLAN_REVIEW") planAccepted = true
          if (event.kind !== "EFFECT_STARTED" || !isExecution(event.operation)) continue
          executions += 1
          expect([promptAccepted, planAccepted]).toEqual([true, true])
        }
      }),
      { numRuns: 150 }
    )
    expect(executions).toBeGreaterThan(50)
  })

  it("breaks an invariant, or ends in an exit that its state does not say", () => {
    fc.assert(
      fc.property(turns, choices, (turn, sequence) => {
        for (const { state } of walk(turn, sequence)) {
          expect(brokenInvariants(state)).toEqual([])
          const { code, closure } = exitOf(outcomeOf(state, {}))
          expect(closure).toBe(closureOf(state))
          expect([0, 1, 2, 3, 4, 5]).toContain(code)
          if (Number(code) === 0) expect(isClosed(state)).toBe(true)
        }
      }),
      { numRuns: 100 }
    )
  })
})
