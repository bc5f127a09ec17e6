import type * as Effect from "effect/Effect"
import type { Program, ProgramRun } from "../sandbox/program.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"

/** Runs a program, or tells how it ended when that is on record. */
export type RunProgram = (program: Program, stdin: string | null) => Effect.Effect<ProgramRun, HarnessFailure>
