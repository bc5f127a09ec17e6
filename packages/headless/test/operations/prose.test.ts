import { describe, expect, it } from "vitest"
import * as fc from "fast-check"
import { exitOf } from "../../src/protocol/outcome.ts"
import { opened } from "../protocol/play.ts"
import { playOut, type Script } from "./play-out.ts"
import { reworded, words } from "./rewording.ts"
import { replies, unreviewedAttempts } from "./replies.ts"

type Scripts = readonly [review: "piped" | "none", script: Script][]

const opening = { ACTIVATION: [replies.ACTIVATION[0]!], BOOTSTRAP_ANALYSIS: [replies.BOOTSTRAP_ANALYSIS[0]!] }
const drafted = { ...opening, DRAFT_PROMPT: [replies.DRAFT_PROMPT[0]!], DRAFT_PLAN: [replies.DRAFT_PLAN[0]!] }
const scripts: Scripts = [
  ...replies.ACTIVATION.slice(3).map(
    (reply) => ["piped", { replies: { ACTIVATION: [reply] } }] as Scripts[number]
  ),
  ...replies.BOOTSTRAP_ANALYSIS.slice(1).map(
    (reply) => ["piped", { replies: { ...opening, BOOTSTRAP_ANALYSIS: [reply] } }] as Scripts[number]
  ),
  ["piped", { replies: { ACTIVATION: [{ route: "BYPASS" }], ANSWER_QUESTION: replies.ANSWER_QUESTION } }],
  ["piped", { replies: { ...opening, DRAFT_PROMPT: [replies.DRAFT_PROMPT[2]!] } }],
  ["piped", { replies: drafted }],
  ["piped", { replies: drafted, lines: ["ok"] }],
  ["piped", { replies: { ...drafted, DRAFT_PLAN: [replies.DRAFT_PLAN[1]!] }, lines: ["ok"] }],
  ...replies.EXECUTE.map(
    (reply) =>
      ["piped", { replies: { ...drafted, EXECUTE: [reply] }, lines: ["ok", "ok"] }] as Scripts[number]
  ),
  ...unreviewedAttempts.map(
    (reply) => ["none", { replies: { ...opening, EXECUTE: [reply] } }] as Scripts[number]
  ),
  [
    "none",
    {
      replies: { ...opening, EXECUTE: [unreviewedAttempts[0]!] },
      verdicts: [{ _tag: "Unestablished", reason: "ARGUMENT", note: "By argument.", verification: {} }]
    }
  ]
]

describe("rewording the prose of a reply", () => {
  it("changes neither stage, exit nor calls", () => {
    const exits = new Set<number>()
    fc.assert(
      fc.property(fc.constantFrom(...scripts), words, ([review, script], others) => {
        const rewordedReplies = Object.fromEntries(
          Object.entries(script.replies).map(([name, list]) => [
            name,
            list.map((reply) => (typeof reply === "string" ? reply : reworded(reply, others)))
          ])
        )
        const before = playOut(opened(review), script)
        const after = playOut(opened(review), { ...script, replies: rewordedReplies })
        exits.add(Number(exitOf(before.outcome).code))
        expect(after.state.stage).toBe(before.state.stage)
        expect(exitOf(after.outcome)).toEqual(exitOf(before.outcome))
        expect(after.calls).toEqual(before.calls)
        expect(after.events.map(({ kind }) => kind)).toEqual(before.events.map(({ kind }) => kind))
      }),
      { numRuns: 400 }
    )
    expect([...exits].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 5])
  })
})
