import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Verdict } from "../operations/decide-attempt.ts"
import { harnessError } from "../protocol/harness-error.ts"
import { Sandbox } from "../sandbox/sandbox.ts"
import { declaredVerdict } from "../verification/declared-verdict.ts"
import { limitsInWords } from "../verification/findings.ts"
import { verifyPrograms } from "../verification/verify-programs.ts"
import type { Candidate, RecordProgram } from "./candidate.ts"
import { HarnessFailure } from "./harness-failure.ts"

/** What a verifier can run, as a model is told it. */
export interface ProgramsAllowed {
  readonly languages: readonly string[]
  /** In words: "30 seconds, 512 MiB of memory". */
  readonly limits: string
}

/**
 * Says whether an attempt is established, cannot be established, or has failed.
 *
 * Requirement: ADR-0019: nothing is established by a claim that the host cannot check.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Verifier } from "@byhand/headless"
 * const candidate = { session_id: "S-1", turn_id: "turn_001", action_id: "A1", request: "r", prompt: null, plan: null }
 * const result_ir = { witness: { polarity: "negative", basis: "search" } }
 * const reply = { ...candidate, body: "There is none.", result_ir, verified: false }
 * const verdict = Verifier.use((verifier) => verifier.verify(reply, () => Effect.die("runs nothing")))
 * console.log(Effect.runSync(Effect.provide(verdict, Verifier.layerDeclared))._tag) // Unestablished
 * ```
 */
export class Verifier extends Context.Service<
  Verifier,
  {
    /** What it runs; null when it runs nothing, and a task that has to be verified is not begun. */
    readonly programs: ProgramsAllowed | null
    /** True when it waits for nothing, and takes no time: the attempt need not be on the device before it is looked at. */
    readonly isImmediate?: boolean
    verify(candidate: Candidate, record: RecordProgram): Effect.Effect<Verdict, HarnessFailure>
  }
>()("@byhand/headless/Verifier") {
  /** Takes the claims of `result_ir` by their word when they speak against the result, and runs nothing. */
  static readonly layerDeclared = Layer.succeed(Verifier, {
    programs: null,
    isImmediate: true,
    verify: ({ result_ir, verified }) =>
      verified ? Effect.fail(runsNothing()) : Effect.succeed(declaredVerdict(result_ir))
  })

  /** Runs the programs that come with a result, in the sandbox. What no program speaks for is a claim. */
  static readonly layerPrograms = Layer.effect(
    Verifier,
    Effect.map(Sandbox, (sandbox) => ({
      programs: { languages: sandbox.languages, limits: limitsInWords(sandbox.limits) },
      verify: (candidate: Candidate, record: RecordProgram) => verifyPrograms(candidate, sandbox, record)
    }))
  )
}

/** The failure of a task that has to be verified, on a host that runs no programs. */
export function runsNothing(): HarnessFailure {
  const message =
    "The task has to be verified by programs, and this host runs none. Give the run a verifier that does, or ask for no verification."
  return new HarnessFailure(harnessError({ code: "VERIFIER_MISSING", message }))
}
