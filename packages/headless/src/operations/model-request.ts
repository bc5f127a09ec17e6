import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { CarriedTurn } from "../protocol/chain.ts"
import { nextOrdinal } from "../protocol/due.ts"
import type { RunState } from "../protocol/state.ts"
import type { ModelOperation } from "./operation-spec.ts"
import { operationSpec } from "./operation-specs.ts"

/** Everything a provider needs to ask a model. Plain JSON. */
export interface ModelRequest {
  readonly operation: ModelOperation
  /** The number of this call among the turn's calls of its operation: what a replay finds its reply by. */
  readonly ordinal: number
  /** Of the instructions and the schema. */
  readonly version: number
  readonly instructions: string
  /** JSON Schema, draft 2020-12, of the one object that the model replies with. */
  readonly schema: JsonObject
  readonly input: JsonObject
  /** What was wrong with the reply before, when this is a wire retry. */
  readonly feedback: string | null
}

/** What a request rests on besides the state of its turn. */
export interface RequestContext {
  /** The turn that this one carries on, if any. */
  readonly previous: CarriedTurn | null
  readonly feedback: string | null
  /** What the host runs, where programs decide on the result. */
  readonly programs?: { readonly languages: readonly string[]; readonly limits: string } | null
}

/**
 * The request for an operation. The state decides what a model sees: no more than its step needs.
 *
 * @param operation - the operation that is due
 * @param state - the state of the turn
 * @param context - the turn before, and what was wrong with the reply before
 * @returns the request. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { modelRequest, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null })
 * const { ordinal, input } = modelRequest("ACTIVATION", state, { previous: null, feedback: null })
 * console.log(ordinal, JSON.stringify(input)) // 1 {"request":"List the primes"}
 * ```
 */
export function modelRequest(
  operation: ModelOperation,
  state: RunState,
  context: RequestContext
): ModelRequest {
  const { version, instructions, reply } = operationSpec(operation, state.instance_kind, state.verified)
  return {
    operation,
    ordinal: nextOrdinal(state, operation),
    version,
    instructions,
    schema: reply.jsonSchema,
    input: given(inputs[operation](state, context)),
    feedback: context.feedback
  }
}

type Input = Readonly<Record<string, JsonValue | undefined>>
type Inputs = (state: RunState, context: RequestContext) => Input

const previousTurn = ({ previous }: RequestContext): Input => ({
  previous_turn: previous === null ? undefined : { ...previous }
})
const analysisOf = ({ analysis }: RunState): JsonValue | undefined =>
  analysis === null ? undefined : { ...analysis }
const suppliedOf = ({ supplied_inputs }: RunState): JsonValue | undefined =>
  listed(supplied_inputs.map(({ body, expected_type, answer }) => ({ asked: body, expected_type, answer })))
const shownAt = ({ stage, prompt, plan }: RunState): JsonValue | undefined =>
  stage === "PLAN_REVIEW" ? plan?.body : prompt?.body
const changeOf = ({ pending_change }: RunState): JsonValue | undefined => pending_change?.source_message
const approach = ({ approach_sources }: RunState): JsonValue | undefined => listed(approach_sources)

const attempt: Inputs = (state, context) => ({
  request: state.request,
  request_changes: listed(state.request_changes),
  analysis: state.instance_kind === "UNCONFIRMED" ? analysisOf(state) : undefined,
  prompt: state.prompt?.body,
  plan: state.plan?.body,
  supplied_inputs: suppliedOf(state),
  programs: state.verified && context.programs ? { ...context.programs } : undefined,
  ...previousTurn(context)
})

const inputs: { readonly [O in ModelOperation]: Inputs } = {
  ACTIVATION: ({ request }, context) => ({ request, ...previousTurn(context) }),
  BOOTSTRAP_ANALYSIS: ({ request }, context) => ({ request, ...previousTurn(context) }),
  ANSWER_QUESTION: (state, context) => ({
    question: state.pending_question ?? state.request,
    prompt: state.prompt?.body,
    plan: state.plan?.body,
    ...previousTurn(context)
  }),
  DRAFT_PROMPT: (state, context) => ({
    request: state.request,
    analysis: analysisOf(state),
    ...previousTurn(context)
  }),
  REVISE_PROMPT: (state) => ({
    request: state.request,
    prompt: state.prompt?.body,
    change: changeOf(state),
    supplied_inputs: suppliedOf(state)
  }),
  DRAFT_PLAN: (state) => ({
    prompt: state.prompt?.body,
    approach_sources: approach(state),
    supplied_inputs: suppliedOf(state)
  }),
  REVISE_PLAN: (state) => ({
    prompt: state.prompt?.body,
    plan: state.plan?.body,
    change: changeOf(state),
    approach_sources: approach(state)
  }),
  INTERPRET_GATE_LINE: (state) => ({
    gate: state.stage ?? undefined,
    shown: shownAt(state),
    message: state.pending_line?.text
  }),
  INTERPRET_EXECUTION_INPUT: ({ pending_input, pending_line }) => ({
    asked: pending_input === null ? undefined : askedOf(pending_input),
    message: pending_line?.text
  }),
  EXECUTE: attempt,
  REPAIR: (state, context) => ({
    ...attempt(state, context),
    findings: state.execution.findings?.map(({ code, message }) => ({ code, message }))
  })
}

function askedOf({ body, expected_type, description }: NonNullable<RunState["pending_input"]>): JsonObject {
  return { body, expected_type, description }
}

function listed(items: readonly JsonValue[]): JsonValue | undefined {
  return items.length === 0 ? undefined : items
}

function given(input: Input): JsonObject {
  const known = Object.entries(input).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
  return Object.fromEntries(known)
}
