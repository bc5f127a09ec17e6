import type { JsonObject } from "@byhand/envelope"
import type * as Effect from "effect/Effect"
import type { ProgramRun } from "../sandbox/program.ts"
import type { ProgramStarted } from "../sandbox/sandbox.ts"
import type { HarnessFailure } from "./harness-failure.ts"

/** An attempt as a verifier sees it. */
export interface Candidate {
  readonly session_id: string
  readonly turn_id: string
  /** Of the call that proposed it. */
  readonly action_id: string
  readonly request: string
  /** What was confirmed; null in a run without review. */
  readonly prompt: string | null
  readonly plan: string | null
  readonly body: string
  /** What the reply says that its result rests on, unread. */
  readonly result_ir: JsonObject | null
  /** Whether only a program that the host ran can establish it. */
  readonly verified: boolean
}

/**
 * Runs a program between two durable records: it is told when the process is there, and gives how it ended. The second time
 * a verifier asks, after a crash, it gives what is on record, and `run` is not called.
 */
export type RecordProgram = (
  run: (started: ProgramStarted) => Effect.Effect<ProgramRun, HarnessFailure>
) => Effect.Effect<ProgramRun, HarnessFailure>
