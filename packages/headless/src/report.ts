// What a program needs that says how a run ended and runs none itself: nothing here loads Effect.
export type { CallingProgram } from "./controller/program.ts"
export type { ResultFacts } from "./controller/result-of.ts"
export type { Usage } from "./controller/run-fold.ts"
export type { RunResult } from "./controller/run-result.ts"
export { reportOf, type RunReport } from "./controller/report.ts"
export { type HarnessError, harnessError } from "./protocol/harness-error.ts"
export type { RunExitOf, RunOutcome } from "./protocol/outcome.ts"
export { failureOf, HarnessFailure } from "./services/harness-failure.ts"
