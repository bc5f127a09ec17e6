/** Where a run with a controller stands. */
export type Stage =
  | "PROMPT_REQUIRED"
  | "PROMPT_REVIEW"
  | "PLAN_REQUIRED"
  | "PLAN_REVIEW"
  | "EXECUTION_READY"
  | "WAITING_INPUT"
  | "OUTCOME_UNCERTAIN"
  | "CLOSED_SUCCESS"
  | "CLOSED_CANCELLED"
  | "CLOSED_UNVERIFIED"

/** The stages that stand at a review gate. */
export type Gate = "PROMPT_REVIEW" | "PLAN_REVIEW"

/** A stage, or the time before a controller exists: activation, budget, bootstrap and first draft are not stages. */
export type Place = Stage | "NO_CONTROLLER"

/**
 * Every stage in the order of a run, with what it means.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { stages } from "@byhand/headless"
 * console.log(stages.WAITING_INPUT) // The task cannot go on without the input that was asked for
 * ```
 */
export const stages: Readonly<Record<Stage, string>> = Object.freeze({
  PROMPT_REQUIRED: "The controller is bound, and its first prompt is not published yet",
  PROMPT_REVIEW: "A prompt is shown, and waits to be confirmed or changed",
  PLAN_REQUIRED: "The prompt is confirmed, and the plan is being drafted",
  PLAN_REVIEW: "A plan is shown, and waits to be confirmed or changed",
  EXECUTION_READY: "Everything is confirmed, or nothing needs to be: the task is carried out and verified",
  WAITING_INPUT: "The task cannot go on without the input that was asked for",
  OUTCOME_UNCERTAIN: "A call was started, and nobody knows whether it took place",
  CLOSED_SUCCESS: "Closed with a deliverable that every check has passed",
  CLOSED_CANCELLED: "Closed without a result",
  CLOSED_UNVERIFIED: "Closed with a published result that the host could not establish"
})

/** The place a stage is; null is the time before a controller exists. */
export function placeOf(stage: Stage | null): Place {
  return stage ?? "NO_CONTROLLER"
}

/** Whether a stage is a review gate. */
export function isGate(stage: Stage | null): stage is Gate {
  return stage === "PROMPT_REVIEW" || stage === "PLAN_REVIEW"
}
