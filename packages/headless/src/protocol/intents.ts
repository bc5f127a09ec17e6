import * as Schema from "effect/Schema"
import { Confirmer, NonBlank, Sha256, Source } from "./fields.ts"

// `interpretation` is the action id of the interpreter's reply that read the line so; null for the host's own words.
const said = { by: Source, interpretation: Schema.NullOr(NonBlank) }
const message = { source: Schema.String }

/** What a person may decide at a gate or at an input request. Each is the event that records it. */
export const intents = {
  ACCEPT_CURRENT: Schema.Struct({
    kind: Schema.Literal("ACCEPT_CURRENT"),
    ...said,
    by: Confirmer,
    /** What was shown: a confirmation of anything else is not one. */
    artifact_id: NonBlank,
    body_sha256: Sha256
  }),
  REVISE_TASK: Schema.Struct({
    kind: Schema.Literal("REVISE_TASK"),
    ...said,
    ...message,
    change_id: NonBlank,
    also_changes_approach: Schema.Boolean
  }),
  REVISE_APPROACH: Schema.Struct({
    kind: Schema.Literal("REVISE_APPROACH"),
    ...said,
    ...message,
    change_id: NonBlank
  }),
  SUPPLY_EXECUTION_INPUT: Schema.Struct({
    kind: Schema.Literal("SUPPLY_EXECUTION_INPUT"),
    ...said,
    ...message,
    input_id: NonBlank,
    /** True when the line could not be interpreted, and is taken as the answer for that reason. */
    defaulted: Schema.Boolean
  }),
  NEW_TASK: Schema.Struct({ kind: Schema.Literal("NEW_TASK"), ...said, ...message }),
  CANCEL: Schema.Struct({ kind: Schema.Literal("CANCEL"), ...said }),
  UNRESOLVED: Schema.Struct({ kind: Schema.Literal("UNRESOLVED"), ...said }),
  PROTOCOL_DISCUSSION: Schema.Struct({ kind: Schema.Literal("PROTOCOL_DISCUSSION"), ...said, ...message }),
  SUBSTANTIVE_DISCUSSION: Schema.Struct({
    kind: Schema.Literal("SUBSTANTIVE_DISCUSSION"),
    ...said,
    ...message
  })
} as const

/** The name of an intent. */
export type IntentKind = keyof typeof intents

/** The names of all intents. */
export const intentKinds = Object.keys(intents) as readonly IntentKind[]
