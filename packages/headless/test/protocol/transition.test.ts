import { describe, expect, it } from "vitest"
import { canExecute } from "../../src/protocol/due.ts"
import { eventKinds, type EventKind } from "../../src/protocol/event.ts"
import { intentKinds, type IntentKind } from "../../src/protocol/intents.ts"
import { brokenInvariants } from "../../src/protocol/invariants.ts"
import { nextStep } from "../../src/protocol/next-step.ts"
import { type Place, placeOf } from "../../src/protocol/stage.ts"
import { closureOf, isClosed } from "../../src/protocol/state.ts"
import { transition } from "../../src/protocol/transition.ts"
import { everyStep } from "./every-state.ts"
import { eventOf, eventsOf, play, started } from "./play.ts"
import { after, reviewed, unreviewed } from "./stages.ts"

const places = reviewed()
const steps = everyStep()

// ADR-0019's intents, stage by stage. A stage that is not here allows none.
const legalIntents: Partial<Record<Place, readonly IntentKind[]>> = {
  PROMPT_REVIEW: intentKinds.filter((kind) => kind !== "SUPPLY_EXECUTION_INPUT"),
  PLAN_REVIEW: intentKinds.filter((kind) => kind !== "SUPPLY_EXECUTION_INPUT"),
  WAITING_INPUT: ["REVISE_TASK", "SUPPLY_EXECUTION_INPUT", "NEW_TASK", "CANCEL", "UNRESOLVED"]
}

describe("every stage and every intent", () => {
  for (const [place, state] of Object.entries(places) as [Place, (typeof places)[Place]][]) {
    for (const kind of intentKinds) {
      const legal = legalIntents[place]?.includes(kind) === true
      it(`${place} ${legal ? "allows" : "refuses"} ${kind}`, () => {
        const event = eventOf(kind, state)
        const moved = transition(Object.freeze(state), event)
        if (legal) return expect(moved._tag).toBe("Moved")
        expect(moved).toMatchObject({
          _tag: "Illegal",
          error: { kind, stage: state.stage, reason: isClosed(state) ? "closed" : "intent_stage" }
        })
      })
    }
  }
})

// Where every event can lead from every place, written down apart from the table: of all states that can be reached.
const leadsTo: Readonly<Record<Place, Partial<Record<EventKind, readonly Place[]>>>> = {
  NO_CONTROLLER: {
    ACTIVATION_ROUTED: ["NO_CONTROLLER"],
    BUDGET_ROUTED: ["NO_CONTROLLER"],
    BOOTSTRAP_ANALYZED: ["NO_CONTROLLER"],
    PROTOCOL_REFUSED: ["NO_CONTROLLER"],
    DIRECT_ANSWER_GIVEN: ["NO_CONTROLLER"],
    PROTOCOL_BOUND: ["EXECUTION_READY", "PROMPT_REQUIRED"],
    ...outside("NO_CONTROLLER")
  },
  PROMPT_REQUIRED: {
    PROMPT_PUBLISHED: ["PROMPT_REVIEW"],
    PROTOCOL_BLOCKED: ["CLOSED_CANCELLED"],
    ...outside("PROMPT_REQUIRED")
  },
  PROMPT_REVIEW: {
    ACCEPT_CURRENT: ["PLAN_REQUIRED"],
    REVISE_TASK: ["PROMPT_REVIEW"],
    REVISE_APPROACH: ["PROMPT_REVIEW"],
    PROMPT_PUBLISHED: ["PROMPT_REVIEW"],
    ...atGate("PROMPT_REVIEW")
  },
  PLAN_REQUIRED: {
    PLAN_PUBLISHED: ["PLAN_REVIEW"],
    PROTOCOL_BLOCKED: ["CLOSED_CANCELLED"],
    ...outside("PLAN_REQUIRED")
  },
  PLAN_REVIEW: {
    ACCEPT_CURRENT: ["EXECUTION_READY"],
    REVISE_TASK: ["PLAN_REVIEW"],
    REVISE_APPROACH: ["PLAN_REVIEW"],
    PROMPT_PUBLISHED: ["PROMPT_REVIEW"],
    PLAN_PUBLISHED: ["PLAN_REVIEW"],
    ...atGate("PLAN_REVIEW")
  },
  EXECUTION_READY: {
    INPUT_REQUESTED: ["WAITING_INPUT"],
    CANDIDATE_PROPOSED: ["EXECUTION_READY"],
    VERIFICATION_REPAIR: ["EXECUTION_READY"],
    VERIFICATION_FAILED: ["CLOSED_CANCELLED"],
    PROTOCOL_BLOCKED: ["CLOSED_CANCELLED"],
    CLOSED_SUCCESS: ["CLOSED_SUCCESS"],
    CLOSED_UNVERIFIED: ["CLOSED_UNVERIFIED"],
    ...outside("EXECUTION_READY")
  },
  WAITING_INPUT: {
    SUPPLY_EXECUTION_INPUT: ["EXECUTION_READY"],
    REVISE_TASK: ["EXECUTION_READY", "WAITING_INPUT"],
    PROMPT_PUBLISHED: ["PROMPT_REVIEW"],
    UNRESOLVED: ["WAITING_INPUT"],
    LINE_TAKEN: ["WAITING_INPUT"],
    CANCEL: ["CLOSED_CANCELLED"],
    NEW_TASK: ["CLOSED_CANCELLED"],
    PROTOCOL_BLOCKED: ["CLOSED_CANCELLED"],
    ...outside("WAITING_INPUT")
  },
  OUTCOME_UNCERTAIN: {
    SESSION_RESTORED: ["OUTCOME_UNCERTAIN"],
    EFFECT_REDONE: [
      "EXECUTION_READY",
      "NO_CONTROLLER",
      "PLAN_REQUIRED",
      "PLAN_REVIEW",
      "PROMPT_REQUIRED",
      "PROMPT_REVIEW",
      "WAITING_INPUT"
    ],
    EFFECT_ABANDONED: ["CLOSED_CANCELLED"]
  },
  CLOSED_SUCCESS: {},
  CLOSED_CANCELLED: {},
  CLOSED_UNVERIFIED: {}
}

function outside(place: Place): Partial<Record<EventKind, readonly Place[]>> {
  return {
    EFFECT_STARTED: [place],
    EFFECT_FINISHED: [place],
    EFFECT_INTERRUPTED: [place],
    HARNESS_FAILED: [place],
    TURN_INTERRUPTED: [place],
    SESSION_RESTORED: ["OUTCOME_UNCERTAIN", place].toSorted() as Place[],
    SESSION_CANCELLED: ["CLOSED_CANCELLED"]
  }
}

function atGate(place: Place): Partial<Record<EventKind, readonly Place[]>> {
  return {
    PROTOCOL_DISCUSSION: [place],
    QUESTION_ANSWERED: [place],
    SUBSTANTIVE_DISCUSSION: [place],
    UNRESOLVED: [place],
    LINE_TAKEN: [place],
    CANCEL: ["CLOSED_CANCELLED"],
    NEW_TASK: ["CLOSED_CANCELLED"],
    PROTOCOL_BLOCKED: ["CLOSED_CANCELLED"],
    ...outside(place)
  }
}

describe("every stage and every event", () => {
  const found = new Map<string, Set<Place>>()
  for (const { before, event, after: moved } of steps) {
    if (moved === null) continue
    const key = `${placeOf(before.stage)} ${event.kind}`
    found.set(key, (found.get(key) ?? new Set()).add(placeOf(moved.stage)))
  }

  for (const place of Object.keys(places) as Place[]) {
    for (const kind of eventKinds) {
      const expected = leadsTo[place][kind] ?? []
      it(`${place} with ${kind} leads to ${expected.join(" or ") || "nothing"}`, () => {
        expect([...(found.get(`${place} ${kind}`) ?? [])].toSorted()).toEqual(expected)
      })
    }
  }
})

describe("a walk through every state", () => {
  it("meets hundreds of kinds of state, and no broken invariant", () => {
    const states = new Set(steps.map(({ before }) => before))
    expect(states.size).toBeGreaterThan(800)
    for (const state of states) expect(brokenInvariants(state)).toEqual([])
  })

  it("never leaves a closed turn", () => {
    const closed = steps.filter(({ before }) => isClosed(before))
    expect(closed.length).toBeGreaterThan(100)
    for (const { before, event, after: moved } of closed) {
      expect(moved, `${closureOf(before)} ${event.kind}`).toBeNull()
      expect(nextStep(before)._tag).toBe("Ended")
    }
  })

  it("lets nothing happen while a call is under way, except its end", () => {
    const ends = [
      "EFFECT_FINISHED",
      "EFFECT_INTERRUPTED",
      "EFFECT_REDONE",
      "EFFECT_ABANDONED",
      "SESSION_RESTORED"
    ]
    for (const { before, event, after: moved } of steps)
      if (before.in_flight !== null && moved !== null) expect(ends).toContain(event.kind)
  })

  it("starts only the operation that is due, and always can start it", () => {
    for (const { before, event, after: moved } of steps) {
      if (event.kind !== "EFFECT_STARTED") continue
      const step = nextStep(before)
      if (step._tag === "Call") expect(moved !== null).toBe(event.operation === step.operation)
      else if (moved !== null) expect(["Decide", "Verify"]).toContain(step._tag)
    }
  })

  it("always has a next step, and that step is possible", () => {
    const tried = new Map<(typeof steps)[number]["before"], Set<EventKind>>()
    for (const { before, event, after: moved } of steps) {
      const kinds = tried.get(before) ?? new Set()
      if (moved !== null) kinds.add(event.kind)
      tried.set(before, kinds)
    }
    const way: Record<ReturnType<typeof nextStep>["_tag"], readonly EventKind[]> = {
      Call: ["EFFECT_STARTED"],
      Bind: ["PROTOCOL_BOUND"],
      Verify: ["CLOSED_SUCCESS"],
      Review: ["ACCEPT_CURRENT"],
      Ask: ["SUPPLY_EXECUTION_INPUT"],
      Await: ["EFFECT_FINISHED"],
      Uncertain: ["EFFECT_REDONE", "EFFECT_ABANDONED"],
      Decide: ["HARNESS_FAILED"],
      Ended: []
    }
    for (const [state, kinds] of tried)
      for (const kind of way[nextStep(state)._tag]) expect([...kinds], state.stage ?? "none").toContain(kind)
  })

  it("changes nothing of the state it is given", () => {
    for (const state of Object.values(places)) {
      const frozen = deepFreeze(structuredClone(state))
      for (const kind of eventKinds) for (const event of eventsOf(kind, frozen)) transition(frozen, event)
      expect(frozen).toEqual(state)
    }
  })
})

function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}

describe("a confirmation", () => {
  it("is of what was shown, and of nothing that took its place", () => {
    const state = places.PROMPT_REVIEW
    const shown = eventOf("ACCEPT_CURRENT", state)
    const revised = revisedPrompt(after(state, "REVISE_TASK"))
    expect(transition(revised, shown)).toMatchObject({ error: { reason: "not_current" } })
    const other = { ...shown, body_sha256: "0".repeat(64) }
    expect(transition(state, other)).toMatchObject({ error: { reason: "not_current" } })
  })

  it("is lost when the task changes, and the plan with it", () => {
    const revised = revisedPrompt(after(places.PLAN_REVIEW, "REVISE_TASK"))
    expect(revised).toMatchObject({ stage: "PROMPT_REVIEW", plan: null, prompt: { confirmed: false } })
    expect(revised.prompt?.artifact_id).toBe("I-0123456789-P2")
  })

  it("rests on no reply but the interpreter's", () => {
    const line = after(places.PROMPT_REVIEW, "LINE_TAKEN")
    const read = play(line, started(line, "INTERPRET_GATE_LINE"))
    const { action_id } = eventOf("EFFECT_FINISHED", read)
    const interpreted = after(read, "EFFECT_FINISHED")
    const accept = eventOf("ACCEPT_CURRENT", interpreted)
    expect(transition(interpreted, accept)).toMatchObject({ error: { reason: "interpretation" } })
    expect(transition(interpreted, { ...accept, interpretation: action_id })._tag).toBe("Moved")
    const invented = { ...accept, interpretation: "INTERPRET_GATE_LINE-9" }
    expect(transition(places.PROMPT_REVIEW, invented)).toMatchObject({ error: { reason: "interpretation" } })
  })
})

function revisedPrompt(state: (typeof places)[Place]): (typeof places)[Place] {
  const read = play(state, started(state, "REVISE_PROMPT"))
  return after(after(read, "EFFECT_FINISHED"), "PROMPT_PUBLISHED")
}

describe("canExecute", () => {
  const ready = places.EXECUTION_READY
  const prompt = ready.prompt!
  const plan = ready.plan!

  it("holds only where everything is confirmed and nothing is pending, whatever the stage says", () => {
    expect(canExecute(ready)).toBe(true)
    expect(canExecute(unreviewed())).toBe(true)
    const not = [
      { ...ready, prompt: { ...prompt, confirmed: false } },
      { ...ready, prompt: null },
      { ...ready, plan: { ...plan, confirmed: false } },
      { ...ready, plan: null },
      { ...ready, plan: { ...plan, source_prompt_id: "I-0123456789-P2" } },
      { ...ready, pending_input: places.WAITING_INPUT.pending_input },
      { ...ready, in_flight: started(ready, "EXECUTE") },
      { ...unreviewed(), in_flight: started(ready, "EXECUTE") },
      { ...ready, instance_kind: null },
      ...Object.values(places).filter(({ stage }) => stage !== "EXECUTION_READY")
    ]
    for (const state of not) {
      expect(canExecute(state)).toBe(false)
      expect(transition(state, started(state, "EXECUTE"))._tag).toBe("Illegal")
    }
  })
})

describe("a decision that needs a message", () => {
  for (const kind of ["REVISE_TASK", "REVISE_APPROACH", "NEW_TASK"] as const)
    it(`${kind} is refused with a blank one`, () => {
      const blank = { ...eventOf(kind, places.PLAN_REVIEW), source: " \t" }
      expect(transition(places.PLAN_REVIEW, blank)).toMatchObject({ error: { reason: "semantic_source" } })
    })
})

describe("a call that fails", () => {
  it("drops the change that was being worked in, and keeps the stage", () => {
    for (const kind of ["REVISE_TASK", "REVISE_APPROACH"] as const) {
      const changing = after(places.PLAN_REVIEW, kind)
      const calling = play(
        changing,
        started(changing, kind === "REVISE_TASK" ? "REVISE_PROMPT" : "REVISE_PLAN")
      )
      const failed = play(calling, { ...eventOf("EFFECT_FINISHED", calling), status: "failed" })
      expect(failed).toEqual({ ...places.PLAN_REVIEW, finished: failed.finished })
    }
  })

  it("has its number used up, and one that was interrupted or is uncertain has not", () => {
    const ready = unreviewed()
    const calling = play(ready, started(ready, "EXECUTE"))
    const failed = play(calling, { ...eventOf("EFFECT_FINISHED", calling), status: "failed" })
    expect(started(failed, "EXECUTE").ordinal).toBe(2)
    expect(started(after(calling, "EFFECT_INTERRUPTED"), "EXECUTE").ordinal).toBe(1)
    const uncertain = after(calling, "SESSION_RESTORED")
    expect(uncertain.stage).toBe("OUTCOME_UNCERTAIN")
    expect(started(after(uncertain, "EFFECT_REDONE"), "EXECUTE").ordinal).toBe(1)
  })

  it("leaves an attempt's reply to be decided on, and asks for a draft again", () => {
    const ready = unreviewed()
    const attempt = after(play(ready, started(ready, "EXECUTE")), "EFFECT_FINISHED")
    expect(nextStep(after(attempt, "HARNESS_FAILED"))).toMatchObject({ _tag: "Decide" })
    const planning = places.PLAN_REQUIRED
    const drafted = after(play(planning, started(planning, "DRAFT_PLAN")), "EFFECT_FINISHED")
    expect(nextStep(after(drafted, "HARNESS_FAILED"))).toEqual({
      _tag: "Call",
      operation: "DRAFT_PLAN",
      ordinal: 2
    })
  })
})

describe("the wire retry", () => {
  it("is one more call for a draft, and none for an attempt", () => {
    const planning = places.PLAN_REQUIRED
    const once = after(play(planning, started(planning, "DRAFT_PLAN")), "EFFECT_FINISHED")
    const twice = after(play(once, started(once, "DRAFT_PLAN")), "EFFECT_FINISHED")
    expect(transition(twice, started(twice, "DRAFT_PLAN"))).toMatchObject({ error: { reason: "attempt" } })
    const ready = places.EXECUTION_READY
    const attempt = after(play(ready, started(ready, "EXECUTE")), "EFFECT_FINISHED")
    expect(transition(attempt, started(attempt, "EXECUTE"))).toMatchObject({ error: { reason: "attempt" } })
  })

  it("is none where nothing at all is to be retried", () => {
    const planning = reviewed(0).PLAN_REQUIRED
    const once = after(play(planning, started(planning, "DRAFT_PLAN")), "EFFECT_FINISHED")
    expect(transition(once, started(once, "DRAFT_PLAN"))).toMatchObject({ error: { reason: "attempt" } })
  })
})

function repairsMade(max: number | null, heavy = false): number {
  let state = unreviewed(max)
  if (heavy) state = { ...state, tier: "HEAVY_COMPUTE" }
  for (let repairs = 0; ; repairs += 1) {
    const operation = repairs === 0 ? "EXECUTE" : "REPAIR"
    state = after(play(state, started(state, operation)), "EFFECT_FINISHED")
    const moved = transition(state, eventOf("VERIFICATION_REPAIR", state))
    if (moved._tag === "Illegal") return repairs
    state = moved.state
  }
}

function repairUncounted(max: number | null) {
  const ready = unreviewed(max)
  const attempt = after(play(ready, started(ready, "EXECUTE")), "EFFECT_FINISHED")
  const candidate = after(attempt, "CANDIDATE_PROPOSED")
  return transition(candidate, { ...eventOf("VERIFICATION_REPAIR", candidate), counted: false })
}

describe("repairs", () => {
  it("are one by default, two for heavy compute, and as many as was said", () => {
    expect([
      repairsMade(null),
      repairsMade(null, true),
      repairsMade(0),
      repairsMade(3),
      repairsMade(0, true)
    ]).toEqual([1, 2, 0, 3, 0])
  })

  it("carry the latest findings only", () => {
    const ready = unreviewed(2)
    const first = after(play(ready, started(ready, "EXECUTE")), "EFFECT_FINISHED")
    const repair = eventOf("VERIFICATION_REPAIR", first)
    const again = play(first, { ...repair, findings: [{ code: "OLD", message: "first" }] })
    const second = after(play(again, started(again, "REPAIR")), "EFFECT_FINISHED")
    const latest = play(second, {
      ...eventOf("VERIFICATION_REPAIR", second),
      findings: [{ code: "NEW", message: "second" }]
    })
    expect(latest.execution.findings).toEqual([{ code: "NEW", message: "second" }])
  })

  it("are one more, once, after an attempt that ran no program, unless nothing is retried", () => {
    expect(repairUncounted(null)).toMatchObject({
      state: { execution: { repairs_used: 0, uncounted_repairs: 1 } }
    })
    expect(repairUncounted(0)).toMatchObject({ error: { reason: "repairs_spent" } })
  })
})

describe("an answer", () => {
  it("is kept beside the request, which stays as it was, and is used once", () => {
    const waiting = places.WAITING_INPUT
    const supplied = after(waiting, "SUPPLY_EXECUTION_INPUT")
    expect(supplied.request).toBe(waiting.request)
    expect(supplied.supplied_inputs).toEqual([{ ...waiting.pending_input, answer: "as the person said" }])
    expect(transition(supplied, eventOf("SUPPLY_EXECUTION_INPUT", waiting))).toMatchObject({
      error: { reason: "intent_stage" }
    })
    const other = { ...eventOf("SUPPLY_EXECUTION_INPUT", waiting), input_id: "X-9" }
    expect(transition(waiting, other)).toMatchObject({ error: { reason: "input_id" } })
  })
})

describe("a refusal of an event", () => {
  it("says what is refused, where, why, and that nothing changed", () => {
    const moved = transition(places.PLAN_REVIEW, eventOf("SUPPLY_EXECUTION_INPUT", places.PLAN_REVIEW))
    expect(moved).toMatchObject({
      error: {
        message:
          "SUPPLY_EXECUTION_INPUT is not possible at the stage PLAN_REVIEW, because this decision is not possible there. " +
          "Nothing is changed."
      }
    })
  })

  it("knows no event that has no name of the table, whatever it is called", () => {
    for (const kind of ["NOTHING", "__proto__", "toString", ""]) {
      const event = { kind } as unknown as ReturnType<typeof eventOf<"CANCEL">>
      expect(transition(places.PROMPT_REVIEW, event)).toMatchObject({ error: { reason: "unknown_event" } })
    }
  })
})
