import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { harnessError } from "../protocol/harness-error.ts"
import type { Operation } from "../protocol/operation.ts"
import { failureOf, HarnessFailure } from "../services/harness-failure.ts"
import type { Halt } from "./halt.ts"
import type { Run } from "./run.ts"

/**
 * What a service gives, unless a signal or the deadline comes first: then it is interrupted. Whatever it throws is a failure
 * of the run, and names the operation that it was for.
 */
export function guarded<A>(
  run: Run,
  operation: Operation | null,
  work: () => Effect.Effect<A, HarnessFailure>
): Effect.Effect<A, Halt> {
  const exit = Effect.exit(Effect.interruptible(Effect.suspend(work)))
  return Effect.flatMap(run.halts.race(exit), (raced): Effect.Effect<A, Halt> => {
    if (raced._tag === "Halted") return Effect.fail(raced.halt)
    return Exit.isSuccess(raced.value)
      ? Effect.succeed(raced.value.value)
      : Effect.fail(failureFor(operation, raced.value.cause))
  })
}

function failureFor(operation: Operation | null, failed: Cause.Cause<HarnessFailure>): HarnessFailure {
  const cause = Cause.squash(failed)
  const { error } = failureOf(cause)
  return new HarnessFailure(harnessError({ ...error, operation: error.operation ?? operation }), { cause })
}
