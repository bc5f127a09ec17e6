import type { RunEvent } from "../protocol/event.ts"
import type { Reply, RunState } from "../protocol/state.ts"
import type { ActivationReply } from "./activation.ts"
import type { BootstrapReply } from "./bootstrap.ts"
import { type Decision, happened } from "./decision.ts"
import type { Mint } from "./mint.ts"
import { isSure } from "./reply-fields.ts"

/** A verdict that is not sure neither refuses nor leads past the protocol. */
export function afterActivation({ action_id }: Reply, value: ActivationReply): Decision {
  if (!isSure(value)) return happened({ kind: "ACTIVATION_ROUTED", action_id, route: "APPLY_PROTOCOL" })
  if (!("response" in value)) return happened({ kind: "ACTIVATION_ROUTED", action_id, route: value.route })
  return happened(refused(action_id, "activation", value.route, value))
}

export function afterBootstrap(
  state: RunState,
  { action_id }: Reply,
  value: BootstrapReply,
  mint: Mint
): Decision {
  if (value.kind !== "ANALYSIS") return happened(refused(action_id, "bootstrap", value.kind, value))
  const { kind: _, ...analysis } = value
  const analyzed: RunEvent = { kind: "BOOTSTRAP_ANALYZED", action_id, analysis }
  // Without review there is no first draft that would bind the controller.
  return state.review === "none" ? happened(analyzed, bound(mint)) : happened(analyzed)
}

/**
 * The event that binds the controller.
 *
 * @param mint - the ids that new events need; its `instance_id` is the controller's
 * @returns the event PROTOCOL_BOUND. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { bound } from "@byhand/headless"
 * const ids = { instance_id: "I-0123456789", change_id: "C-0123456789", input_id: "X-1" }
 * console.log(JSON.stringify(bound({ ...ids, sha256: () => "" }))) // {"kind":"PROTOCOL_BOUND","instance_id":"I-0123456789"}
 * ```
 */
export function bound({ instance_id }: Mint): RunEvent {
  return { kind: "PROTOCOL_BOUND", instance_id }
}

type Refused = Extract<RunEvent, { readonly kind: "PROTOCOL_REFUSED" }>

export function refused(
  action_id: string,
  phase: Refused["phase"],
  verdict: string,
  {
    response,
    blocking_basis
  }: { readonly response: string; readonly blocking_basis?: Refused["blocking_basis"] }
): Refused {
  return {
    kind: "PROTOCOL_REFUSED",
    action_id,
    phase,
    verdict,
    blocking_basis: blocking_basis ?? null,
    text: response,
    p_beyond_largest_budget: null,
    largest_step_budget: null
  }
}
