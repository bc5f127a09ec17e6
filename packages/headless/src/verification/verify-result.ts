import { createHash } from "node:crypto"
import type { JsonObject, JsonValue } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import type { Verdict } from "../operations/decide-attempt.ts"
import type { ResultIr } from "../operations/result-ir.ts"
import { type Program, programProblem, type ProgramRun } from "../sandbox/program.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { checkCertificate } from "./check-certificate.ts"
import { argued, claimedAgainst, declaredOpen, openRequirements, unestablished } from "./claims.ts"
import { failed, type Failed } from "./findings.ts"
import type { RunProgram } from "./run-program.ts"
import { solve } from "./solve.ts"

const provenance =
  "A program that the host ran printed or accepted this. That establishes where it comes from, not that it is right."

/**
 * What the host can say of a result by running the programs that came with it.
 *
 * A negative claim is never established, certificate or not. A positive one is by the whole stdout of a solver, or by a
 * certificate that a checker accepts; where both are there, both have to hold. What is left rests on a claim: an argument, or
 * requirements declared open.
 */
export const verifyResult = Effect.fnUntraced(function* (
  ir: ResultIr,
  isVerified: boolean,
  sandbox: Pick<Sandbox["Service"], "languages" | "constants">,
  run: RunProgram
): Effect.fn.Return<Verdict, HarnessFailure> {
  const negative = claimedAgainst(ir.witness)
  if (negative !== null) return unestablished({ reason: "NEGATIVE_DECLARED", note: negative }, byPrograms([]))
  const { solver, checker, problem } = programsOf(ir.programs ?? [], sandbox.languages)
  if (problem !== null) return problem

  const runs: JsonObject[] = []
  const recorded: RunProgram = (program, stdin) =>
    Effect.tap(run(program, stdin), (ended) => Effect.sync(() => runs.push(recordOf(program, ended))))
  let witness: JsonValue | undefined
  if (solver !== null) {
    const solved = yield* solve(solver, ir.witness, sandbox, recorded)
    if (solved._tag === "Failed") return solved
    if (solved._tag === "Negative")
      return unestablished({ reason: "NEGATIVE_PRINTED", note: solved.note }, byPrograms(runs))
    witness = solved.witness
  }
  const certificate = ir.certificate
  if (certificate !== undefined && checker !== null) {
    const rejected = yield* checkCertificate(checker, certificate, recorded)
    if (rejected !== null) return rejected
  }
  const isChecked = certificate !== undefined && checker !== null
  if (witness !== undefined || isChecked) {
    const basis = { ...(witness === undefined ? {} : { witness }), ...(isChecked ? { certificate } : {}) }
    return { _tag: "Established", verification: { ...byPrograms(runs), provenance, ...basis } }
  }
  return withoutProgram(ir, isVerified)
})

/** The verdict on a result that no program speaks for. */
function withoutProgram(ir: ResultIr, isVerified: boolean): Verdict {
  const { witness, certificate } = ir
  if (witness !== undefined && isArgued(witness)) return unestablished(argued, byPrograms([]))
  const open = witness === undefined ? openRequirements(ir) : 0
  if (open > 0) return unestablished(declaredOpen(open), byPrograms([]))
  if (witness?.data !== undefined)
    return failed(
      "WITNESS_NOT_COMPUTED",
      "The reply states a positive witness that no program printed. Send the solver that prints it, and nothing else, on stdout.",
      false
    )
  if (certificate !== undefined)
    return failed(
      "CHECKER_MISSING",
      "The reply has a certificate and no checker. Send the program that reads it on stdin and exits with 0 when it holds.",
      false
    )
  if (!isVerified) return { _tag: "Established", verification: { ...byPrograms([]), provenance: null } }
  return failed(
    "WITNESS_MISSING",
    "The task has to be verified, and no program speaks for the result. Send a solver that prints the witness, or a certificate with its checker.",
    false
  )
}

function byPrograms(programs: readonly JsonObject[]): JsonObject {
  return { verifier: "programs", programs: [...programs] }
}

function isArgued({ basis, data, argument }: NonNullable<ResultIr["witness"]>): boolean {
  return basis === "proof" || (data === undefined && argument !== undefined)
}

interface Programs {
  readonly solver: Program | null
  readonly checker: Program | null
  readonly problem: Failed | null
}

function programsOf(programs: readonly Program[], languages: readonly string[]): Programs {
  const of = (role: Program["role"]) => programs.filter((program) => program.role === role)
  const [solvers, checkers] = [of("solver"), of("checker")]
  const found = { solver: solvers[0] ?? null, checker: checkers[0] ?? null }
  const problem = (message: string): Programs => ({
    ...found,
    problem: failed("PROGRAM_INVALID", message, false)
  })
  if (solvers.length > 1 || checkers.length > 1)
    return problem(
      `There are ${solvers.length} solvers and ${checkers.length} checkers. Expected at most one of each.`
    )
  for (const program of programs) {
    const { role, language } = program
    if (!languages.includes(language))
      return problem(
        `The ${role} is written in ${JSON.stringify(language)}. Expected ${languages.join(" or ")}, which the host runs.`
      )
    const wrong = programProblem(program)
    if (wrong !== null) return problem(`The ${role} cannot be run. ${wrong}`)
  }
  const isSame = JSON.stringify(found.solver?.files) === JSON.stringify(found.checker?.files)
  if (found.solver !== null && found.checker !== null && isSame)
    return problem("The checker is the solver itself. Expected a program of its own.")
  return { ...found, problem: null }
}

function recordOf(
  { role, language, entry }: Program,
  { stdout, exit_code, duration_ms }: ProgramRun
): JsonObject {
  const stdout_sha256 = createHash("sha256").update(stdout).digest("hex")
  return { role, language, entry, exit_code, duration_ms, stdout_sha256 }
}
