import { describe, expect, it } from "vitest"
import type { RunEvent } from "../../src/protocol/event.ts"
import { logEvent } from "../../src/protocol/log-event.ts"
import { replay } from "../../src/protocol/replay.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { transition } from "../../src/protocol/transition.ts"
import { everyStep } from "./every-state.ts"
import { called, eventOf, opened } from "./play.ts"
import { after, reviewed } from "./stages.ts"

const at = reviewed()
const turn = { workspace_id: "W-0123456789ab", request: "And below 30?", review: "none", max_repairs: null }

function open(state: RunState | null, more: { previous: string | null; workspace_id?: string }) {
  return replay(state, { kind: "TURN_OPENED", payload: { ...turn, turn_id: "turn_002", ...more } })
}

describe("replay", () => {
  it("does to a turn what transition does, from the events as a log keeps them", () => {
    const steps = everyStep().filter((_, index) => index % 7 === 0)
    for (const { before, event } of steps) {
      const moved = transition(before, event)
      const replayed = replay(
        before,
        JSON.parse(JSON.stringify(logEvent(event))) as ReturnType<typeof logEvent>
      )
      expect(replayed).toEqual(
        moved._tag === "Moved" ? moved : { _tag: "Refused", message: moved.error.message }
      )
    }
  })

  it("keeps the turn as it is for the log's own events", () => {
    expect(replay(at.PLAN_REVIEW, { kind: "ANSWER_ACCEPTED", payload: {} })).toEqual({ _tag: "Kept" })
  })

  it("refuses an event that is not what its kind is, and one before any turn", () => {
    expect(replay(at.PLAN_REVIEW, { kind: "CANCEL", payload: {} })).toMatchObject({ _tag: "Refused" })
    const cancel: RunEvent = eventOf("CANCEL", at.PLAN_REVIEW)
    expect(replay(null, logEvent(cancel))).toMatchObject({ _tag: "Refused" })
  })
})

describe("the next turn", () => {
  it("begins after a closed one, carrying it on or not", () => {
    for (const place of ["CLOSED_SUCCESS", "CLOSED_CANCELLED", "CLOSED_UNVERIFIED"] as const)
      for (const previous of [null, "turn_001"])
        expect(open(at[place], { previous })).toMatchObject({
          _tag: "Moved",
          state: { stage: null, previous }
        })
  })

  it("does not begin while a turn is open", () => {
    for (const state of Object.values(at).filter(({ closing }) => closing === null))
      expect(open(state, { previous: null })).toMatchObject({ _tag: "Refused" })
  })

  it("carries on only the turn closed last, in its workspace, and never a refusal or a task that was put aside", () => {
    expect(open(at.CLOSED_SUCCESS, { previous: "turn_000" })._tag).toBe("Refused")
    expect(open(at.CLOSED_SUCCESS, { previous: "turn_001", workspace_id: "W-ba9876543210" })._tag).toBe(
      "Refused"
    )
    const refused = after(called(opened(), "ACTIVATION"), "PROTOCOL_REFUSED")
    for (const state of [null, refused, after(at.PLAN_REVIEW, "NEW_TASK")]) {
      expect(open(state, { previous: "turn_001" })._tag).toBe("Refused")
      expect(open(state, { previous: null })._tag).toBe("Moved")
    }
  })
})
