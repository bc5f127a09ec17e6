import * as Schema from "effect/Schema"
import { operationNames } from "./operation.ts"

/** Text with something in it that can be seen. */
export const NonBlank = Schema.String.check(Schema.isPattern(/\S/u))

/** The SHA-256 of UTF-8 text, in hexadecimal. */
export const Sha256 = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/u))

/** Any JSON object, kept as it is. */
export const FreeObject = Schema.Record(Schema.String, Schema.Json)

export const OperationName = Schema.Literals(operationNames)

/** Who can confirm: a line of stdin, or a person at the terminal. No argument and no variable confirms. */
export const Confirmer = Schema.Literals(["stdin", "terminal"])

/** Where a decision that confirms nothing came from. */
export const Source = Schema.Literals(["stdin", "terminal", "argument"])

/** Why a task is out of bounds: the three boundaries of ADR-0019, and an instruction that stands above the request. */
export const BlockingBasis = Schema.Literals([
  "POLICY_SCOPE",
  "OFFLINE_SANDBOX",
  "POST_CUTOFF_KNOWLEDGE",
  "HIGHER_PRIORITY_INSTRUCTION"
])
export type BlockingBasis = typeof BlockingBasis.Type

/** The routed size of a task; it decides how many repairs it gets. */
export const Tier = Schema.Literals(["MINIMAL", "STANDARD", "HEAVY_COMPUTE"])
export type Tier = typeof Tier.Type

/** The routes on which a run goes on. A refusing route is an event of its own. */
export const OpenRoute = Schema.Literals(["APPLY_PROTOCOL", "PROTOCOL_DISCUSSION", "BYPASS"])
export type OpenRoute = typeof OpenRoute.Type

/** One thing that is wrong with an attempt. */
export const Finding = Schema.Struct({ code: NonBlank, message: NonBlank })
export type Finding = typeof Finding.Type

/** What the bootstrap found out about the request. */
export const Analysis = Schema.Struct({
  task: NonBlank,
  deliverable: NonBlank,
  constraints: Schema.Array(NonBlank),
  missing_information: Schema.Array(NonBlank)
})
export type Analysis = typeof Analysis.Type
