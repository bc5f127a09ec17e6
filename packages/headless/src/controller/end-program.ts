import * as Effect from "effect/Effect"
import { killSurvivor } from "../sandbox/survivor.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import type { Journal } from "./journal.ts"

/** Ends the program that a process which is gone may have left behind. Fails when it does not end. */
export function endProgram({ state, program }: Journal): Effect.Effect<void, HarnessFailure> {
  return state.in_flight?.operation === "RUN_PROGRAM" && program !== null
    ? killSurvivor(program)
    : Effect.void
}
