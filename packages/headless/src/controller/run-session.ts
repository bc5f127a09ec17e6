import * as Effect from "effect/Effect"
import { chainAfter } from "../protocol/chain.ts"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { RunSessions } from "../services/store.ts"
import type { Ledger } from "../sessions/ledger.ts"
import { runsNothing, Verifier } from "../services/verifier.ts"
import { conduct, type ConductOptions, type RunServices } from "./conduct.ts"
import { hold } from "./hold.ts"
import type { Journal } from "./journal.ts"
import { checkRepairs } from "./limits.ts"
import { openedTurn, type TurnRequest } from "./next-turn.ts"
import { readable } from "./readable.ts"
import type { RunReport } from "./report.ts"

/** A request, and how it is to be run. */
export interface RunOptions extends ConductOptions {
  /** What is asked for; kept as it is. */
  readonly request: string
  /** "piped" (the default): a prompt and a plan are shown, and each needs a confirming line. "none": no gates. */
  readonly review?: "piped" | "none" | undefined
  /** A session whose latest turn is closed: the request opens its next turn. A new session if left out. */
  readonly sessionId?: string | undefined
  /** Overrides the tier's repairs; 0 retries nothing at all. */
  readonly maxRepairs?: number | null | undefined
  /** True: only a program that the host ran can establish the result. It takes a verifier that runs programs. */
  readonly verified?: boolean | undefined
}

/**
 * Runs a request to its end, or to where it pauses. It never exits the process, and never fails: how it ended is what it
 * succeeds with.
 *
 * Interrupting its fiber records an interruption, and the session can be resumed.
 *
 * @param options - the request, and what the run may do
 * @returns the report: the exit, the typed outcome, and the envelope that is recorded
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import * as Effect from "effect/Effect"
 * import { headlessLayer, replayProvider, runSession } from "@byhand/headless"
 * const provider = replayProvider({ turns: [{ ACTIVATION: [{ reply: { route: "BYPASS" } }], ANSWER_QUESTION: [{ reply: { kind: "ANSWER", body: "Hello." } }] }] })
 * const root = mkdtempSync(join(tmpdir(), "runs-"))
 * const report = await Effect.runPromise(Effect.provide(runSession({ request: "Hi" }), headlessLayer({ root, provider })))
 * console.log(report.exit.code, report.exit.closure) // 0 DIRECT_ANSWER
 * ```
 */
export function runSession(options: RunOptions): Effect.Effect<RunReport, never, RunServices> {
  const { request, review = "piped", sessionId, maxRepairs: max_repairs = null, verified } = options
  const turn = { request, review, max_repairs, ...(verified === true ? { verified } : {}) }
  return conduct(
    {
      sessionId: sessionId ?? null,
      acquire: (sessions) => {
        if (!/\S/u.test(request)) return Effect.fail(emptyInput())
        const held = hold(() =>
          sessionId === undefined ? newSession(sessions, turn) : sessions.open(sessionId)
        )
        const checked = Effect.andThen(checkRepairs(max_repairs), held)
        return verified === true ? Effect.andThen(canVerify, checked) : checked
      },
      begin: (journal) => (sessionId === undefined ? noteOpened(journal) : nextTurn(journal, turn))
    },
    options
  )
}

/** A task that has to be verified is not begun by a host that could never say that it is. */
const canVerify = Effect.flatMap(Verifier, ({ programs }) =>
  programs === null ? Effect.fail(runsNothing()) : Effect.void
)

function newSession(sessions: RunSessions, turn: TurnRequest) {
  const events = (ledger: Ledger) => [readable(openedTurn(ledger, { _tag: "Fresh" }, turn))]
  return sessions.create({ events, synced: false })
}

function noteOpened(journal: Journal): Effect.Effect<undefined> {
  return Effect.sync(() => {
    journal.noteOpened()
    return undefined
  })
}

function nextTurn(journal: Journal, turn: TurnRequest): Effect.Effect<undefined, HarnessFailure> {
  return Effect.suspend(() => {
    const chain = chainAfter(journal.state)
    if (chain._tag === "Open") return Effect.fail(stillOpen(journal.id, chain.goOn))
    journal.open(openedTurn(journal.ledger, chain, turn))
    return Effect.succeed(undefined)
  })
}

function stillOpen(id: string, goOn: "answer" | "resume"): HarnessFailure {
  const message =
    goOn === "answer"
      ? `The session ${id} waits for input, and takes no new request. Give it the answer with answer, or cancel it.`
      : `The session ${id} is not at its end, and takes no new request. Go on with resume, or cancel it.`
  return new HarnessFailure(
    harnessError({ code: "SESSION_PAUSED", message, context: { session: id, go_on: goOn } })
  )
}

function emptyInput(): HarnessFailure {
  const message =
    "There is no request: expected text with something in it, and received nothing but white space."
  return new HarnessFailure(harnessError({ code: "EMPTY_INPUT", message }))
}
