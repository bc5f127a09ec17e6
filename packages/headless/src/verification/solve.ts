import type { JsonValue } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import type { ResultIr } from "../operations/result-ir.ts"
import { jsonOf } from "../sandbox/json-of.ts"
import type { Program } from "../sandbox/program.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { claimedAgainst } from "./claims.ts"
import { brokenRun, failed, type Failed } from "./findings.ts"
import { isSameJson } from "./same-json.ts"
import type { RunProgram } from "./run-program.ts"
import { isWrittenOut } from "./written-out.ts"

/** What running a solver comes to. */
type Solved =
  | { readonly _tag: "Positive"; readonly witness: JsonValue }
  /** It prints that there is no result. */
  | { readonly _tag: "Negative"; readonly note: string }
  | Failed

/** Runs a solver. Its whole stdout is the witness, and what the reply states of it has to be the same. */
export const solve = Effect.fnUntraced(function* (
  solver: Program,
  stated: ResultIr["witness"],
  sandbox: Pick<Sandbox["Service"], "constants">,
  run: RunProgram
): Effect.fn.Return<Solved, HarnessFailure> {
  const ended = yield* run(solver, null)
  const broken = brokenRun(solver, ended)
  if (broken !== null) return broken
  if (ended.exit_code !== 0) {
    const said =
      ended.stderr.trim() === "" ? "Nothing was said on stderr." : `On stderr: ${ended.stderr.trim()}`
    return failed("PROGRAM_FAILED", `The solver ended with the exit code ${ended.exit_code}. ${said}`, true)
  }
  const witness = jsonOf(ended.stdout)
  if (witness === undefined)
    return failed(
      "WITNESS_UNREADABLE",
      `The solver printed no JSON: expected one JSON value and nothing else on stdout, and received ${shown(ended.stdout)}.`,
      true
    )
  const against = claimedAgainst(witness)
  if (against !== null) return { _tag: "Negative", note: `A program printed it: ${against}` }
  const data = stated?.polarity === "positive" ? stated.data : undefined
  if (data !== undefined && !isSameJson(data, witness))
    return failed(
      "WITNESS_DIFFERS",
      `The reply states another witness than the solver printed. The solver printed ${shown(ended.stdout)}.`,
      true
    )
  if (isWrittenOut(witness, yield* sandbox.constants(solver)))
    return failed(
      "WITNESS_WRITTEN_OUT",
      "The solver prints a witness that stands written out in its own source. Expected a program that computes it.",
      true
    )
  return { _tag: "Positive", witness }
})

/** The beginning of a text, for a finding. */
function shown(text: string): string {
  return text === "" ? "nothing" : JSON.stringify(text.slice(0, 200))
}
