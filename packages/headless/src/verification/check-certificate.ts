import type { JsonValue } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import type { Program } from "../sandbox/program.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { brokenRun, failed, type Failed } from "./findings.ts"
import { isSameJson } from "./same-json.ts"
import type { RunProgram } from "./run-program.ts"

/** What no checker may accept: a checker that takes these takes anything. */
const empty: readonly JsonValue[] = [null, {}]

/** Has a certificate checked. Returns what is wrong with it, or with its checker; null when the certificate holds. */
export const checkCertificate = Effect.fnUntraced(function* (
  checker: Program,
  certificate: JsonValue,
  run: RunProgram
): Effect.fn.Return<Failed | null, HarnessFailure> {
  if (empty.some((nothing) => isSameJson(nothing, certificate)))
    return failed(
      "CERTIFICATE_EMPTY",
      "The certificate is empty. Expected something that a checker can check.",
      false
    )
  for (const given of [certificate, ...empty]) {
    const ended = yield* run(checker, JSON.stringify(given))
    const broken = brokenRun(checker, ended)
    if (broken !== null) return broken
    const accepts = ended.exit_code === 0
    if (given === certificate && !accepts)
      return failed(
        "CERTIFICATE_REJECTED",
        `The checker rejects the certificate: it ended with the exit code ${ended.exit_code}. ${ended.stderr.trim()}`.trim(),
        true
      )
    if (given !== certificate && accepts)
      return failed(
        "CHECKER_ACCEPTS_ANYTHING",
        `The checker accepts ${JSON.stringify(given)}. Expected an exit code other than 0 for what is no certificate.`,
        true
      )
  }
  return null
})
