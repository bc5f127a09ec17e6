import { describe, expect, it } from "vitest"
import { eventKinds } from "../../src/protocol/event.ts"
import { logEvent, readLogEvent } from "../../src/protocol/log-event.ts"
import { eventsOf, opened } from "./play.ts"
import { reviewed } from "./stages.ts"

describe("an event in a log", () => {
  it("comes back as it was, of every kind and from every stage", () => {
    for (const state of [opened(), ...Object.values(reviewed())]) {
      for (const kind of eventKinds) {
        for (const event of eventsOf(kind, state)) {
          const line = JSON.parse(JSON.stringify(logEvent(event))) as ReturnType<typeof logEvent>
          expect(readLogEvent(line)).toEqual({ _tag: "Happened", event })
        }
      }
    }
  })

  it("is read with keys that only the log knows, and without them", () => {
    const payload = { signal: "SIGINT", host: "a" }
    expect(readLogEvent({ kind: "TURN_INTERRUPTED", payload })).toEqual({
      _tag: "Happened",
      event: { kind: "TURN_INTERRUPTED", signal: "SIGINT" }
    })
  })

  it("opens a turn", () => {
    const payload = {
      turn_id: "turn_001",
      workspace_id: "W-0",
      previous: null,
      request: "r",
      review: "none",
      max_repairs: 0
    }
    expect(readLogEvent({ kind: "TURN_OPENED", payload })).toEqual({
      _tag: "Opened",
      event: { kind: "TURN_OPENED", ...payload }
    })
    expect(readLogEvent({ kind: "TURN_OPENED", payload: { ...payload, request: " " } })._tag).toBe(
      "Malformed"
    )
    expect(readLogEvent({ kind: "TURN_OPENED", payload: { ...payload, max_repairs: -1 } })._tag).toBe(
      "Malformed"
    )
  })

  it("is the log's own when no run knows its kind, whatever it is called", () => {
    for (const kind of ["SESSION_CREATED", "TURN_CLOSED", "__proto__", "toString"])
      expect(readLogEvent({ kind, payload: {} })).toEqual({ _tag: "Other" })
  })

  it("is malformed when anything but stdin or the terminal confirms", () => {
    const payload = { artifact_id: "P1", body_sha256: "0".repeat(64), interpretation: null }
    expect(readLogEvent({ kind: "ACCEPT_CURRENT", payload: { ...payload, by: "stdin" } })._tag).toBe(
      "Happened"
    )
    for (const by of ["argument", "env", "", null])
      expect(readLogEvent({ kind: "ACCEPT_CURRENT", payload: { ...payload, by } })._tag).toBe("Malformed")
  })
})
