import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Verdict } from "../operations/decide-attempt.ts"
import { ResultIr } from "../operations/result-ir.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"
import type { Candidate, RecordProgram } from "../services/candidate.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { declaredVerdict } from "./declared-verdict.ts"
import { verifyResult } from "./verify-result.ts"

/** What the host says of a candidate, from what its programs print. What is no `result_ir` at all is taken by its words. */
export function verifyPrograms(
  { result_ir, verified }: Candidate,
  sandbox: Sandbox["Service"],
  record: RecordProgram
): Effect.Effect<Verdict, HarnessFailure> {
  const ir = readResultIr(result_ir ?? {})
  if (ir._tag === "Failure") return Effect.succeed(declaredVerdict(result_ir))
  return verifyResult(ir.success, verified, sandbox, (program, stdin) =>
    record((started) => sandbox.run(program, stdin, started))
  )
}

const readResultIr = Schema.decodeUnknownResult(ResultIr)
