import * as Effect from "effect/Effect"
import { modelRequest } from "../operations/model-request.ts"
import type { ModelOperation } from "../operations/operation-spec.ts"
import { callModel } from "./call-model.ts"
import type { Run } from "./run.ts"

/**
 * Asks the model for an operation, in the controller's own instructions.
 *
 * @param feedback what was wrong with the reply before, when it is asked for once more
 */
export function askModel(run: Run, operation: ModelOperation, feedback: string | null) {
  return Effect.suspend(() => {
    const { state, carried } = run.journal
    const { version, instructions, schema, input } = modelRequest(operation, state, {
      previous: carried,
      feedback,
      programs: run.verifier.programs
    })
    return callModel(run, operation, { version, instructions, schema, input, feedback })
  })
}
