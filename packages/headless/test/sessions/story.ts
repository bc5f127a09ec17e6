import {
  nextActionId,
  nextInputId,
  nextTurnId,
  type NewEvent,
  type Projection,
  sessionEvents,
  type Sessions,
  type Session
} from "../../src/index.ts"

export interface Told {
  readonly kinds: readonly string[]
  readonly deliverable: string | null
}

/** A projection with a file that comes and goes. */
export const told: Projection<Told> = {
  version: 1,
  initial: { kinds: [], deliverable: null },
  step: (state, { kind, payload }) => ({
    kinds: [...state.kinds, kind].slice(-4),
    deliverable: kind === "TURN_CLOSED" ? String(payload["deliverable"] ?? "") || null : state.deliverable
  }),
  files: ["state.json", "current.md"],
  render: ({ kinds, deliverable }) => ({
    "state.json": `${JSON.stringify(kinds)}\n`,
    ...(deliverable === null ? {} : { "current.md": deliverable })
  })
}

export const counted: Projection<{ readonly interrupted: number; readonly bytes: number }> = {
  version: 3,
  initial: { interrupted: 0, bytes: 0 },
  step: ({ interrupted, bytes }, { kind, payload }) => ({
    interrupted: interrupted + (kind === "EFFECT_INTERRUPTED" ? 1 : 0),
    bytes: bytes + JSON.stringify(payload).length
  }),
  files: ["counts.json"],
  render: (counts) => ({ "counts.json": `${JSON.stringify(counts)}\n` })
}

export const projections = { told, counted }
export type Story = Session<typeof projections>
export const storyId = "story"

/** Long enough that the session gets a snapshot. */
const longReply = "x".repeat(20_000)

const outcome = (exit: number) => sessionEvents.outcomeRecorded({ exit })

/**
 * What a controller would record next: a turn with a question, then one that is interrupted, driven on and
 * cancelled, then a refusal.
 *
 * @returns undefined when the story is over; "answer" when it waits for one
 */
function next(session: Story): readonly NewEvent[] | "answer" | undefined {
  const { ledger, states } = session
  const { turn, effects, input, counts } = ledger
  const start = () => sessionEvents.effectStarted(nextActionId(ledger), "model", { operation: "EXECUTE" })
  if (turn === null) {
    if (counts.turns === 3) return undefined
    const previous = ledger.closed?.turn_id ?? null
    return [sessionEvents.turnOpened(nextTurnId(ledger), previous, { request: "Paint it" }), start()]
  }
  const action = effects[0]?.action_id
  if (action === undefined) {
    if (input?.state !== "open") return [start()]
    const answer = session.pendingAnswer()
    return answer === undefined ? "answer" : [sessionEvents.answerAccepted(answer), start()]
  }
  if (counts.turns === 2 && states.counted.interrupted === 0)
    return [sessionEvents.effectInterrupted(action, "SIGINT")]
  const finished = sessionEvents.effectFinished(action, { reply: counts.inputs === 0 ? "?" : longReply })
  if (counts.inputs === 0)
    return [
      finished,
      sessionEvents.inputRequested(nextInputId(ledger), { body: "Which colour?" }),
      outcome(3)
    ]
  const closed = (status: string, more = {}) => sessionEvents.turnClosed(turn.turn_id, status, more)
  if (counts.turns === 1)
    return [finished, outcome(0), closed("CLOSED_SUCCESS", { deliverable: "A blue wall\n" })]
  return counts.turns === 2
    ? [finished, outcome(1), closed("CLOSED_CANCELLED")]
    : [sessionEvents.effectFinished(action, { reply: "No" }), outcome(0), closed("REFUSED")]
}

/** Takes the session up wherever it was left, and goes on to the end of the story. `say` is told what is recorded. */
export async function tell(
  sessions: Sessions<typeof projections>,
  say: (seq: number) => void
): Promise<void> {
  const isThere = sessions.list().some(({ id }) => id === storyId)
  let session = await (isThere ? sessions.open(storyId) : sessions.create({ id: storyId }))
  for (const { action_id } of session.recovery.uncertain)
    await session.append([sessionEvents.effectRedone(action_id, "test")])
  for (let events = next(session); events !== undefined; events = next(session)) {
    if (events === "answer") {
      await session.close()
      await sessions.answer(storyId, { answer: "blue\n", by: "stdin" })
      session = await sessions.open(storyId)
      continue
    }
    const publish = events.some(({ kind }) => kind === "OUTCOME_RECORDED")
    await session.append(events, { publish })
    say(session.seq)
    if (!publish || session.ledger.turn !== null) continue
    await session.close()
    session = await sessions.open(storyId)
  }
  await session.close()
}
