import { setTimeout as wait } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { isGone, isHere, type ProcessIdentity } from "../sessions/process-identity.ts"

const patience = 5000

/**
 * Ends the program of a host that died, so that two never work at once. A process that is not certainly that program is left
 * alone.
 *
 * Fails when it does not end.
 */
export function killSurvivor(program: ProcessIdentity): Effect.Effect<void, HarnessFailure> {
  return Effect.tryPromise({
    try: async () => {
      if (!isHere(program) || isGone(program)) return
      const until = Date.now() + patience
      for (let isFirst = true; !isGone(program); isFirst = false) {
        if (Date.now() > until) throw new Error(`The program ${program.pid} of a run that died does not end.`)
        if (isFirst) kill(program.pid)
        await wait(10)
      }
    },
    catch: (error) => {
      const message = `${(error as Error).message} End it by hand, and resume the session.`
      return new HarnessFailure(
        harnessError({ code: "PROGRAM_SURVIVES", operation: "RUN_PROGRAM", message, retryable: true })
      )
    }
  })
}

function kill(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL")
    } catch {
      // Its group or itself is gone.
    }
  }
}
