/** What the controller asks of a model, or of a program. */
export type Operation = keyof typeof operations

/** How an operation may be called. */
export interface OperationRule {
  readonly effect: "model" | "program"
  /** Calls for one step: 2 where a reply that cannot be read is asked for once more, with what was wrong with it. */
  readonly wire_attempts: 1 | 2
}

const asked = { effect: "model", wire_attempts: 2 } as const satisfies OperationRule
const once = { effect: "model", wire_attempts: 1 } as const satisfies OperationRule

/**
 * Every operation, and how often it may be called for one step. EXECUTE and REPAIR have no hidden retry: a reply of theirs
 * that cannot be read is a failed attempt, and uses a repair.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { operations } from "@byhand/headless"
 * console.log(operations.DRAFT_PLAN.wire_attempts, operations.EXECUTE.wire_attempts) // 2 1
 * ```
 */
export const operations = Object.freeze({
  ACTIVATION: asked,
  BUDGET: asked,
  BOOTSTRAP_ANALYSIS: asked,
  ANSWER_QUESTION: asked,
  DRAFT_PROMPT: asked,
  REVISE_PROMPT: asked,
  DRAFT_PLAN: asked,
  REVISE_PLAN: asked,
  INTERPRET_GATE_LINE: asked,
  INTERPRET_EXECUTION_INPUT: asked,
  EXECUTE: once,
  REPAIR: once,
  RUN_PROGRAM: { effect: "program", wire_attempts: 1 }
}) satisfies Readonly<Record<string, OperationRule>>

/** The names of all operations. */
export const operationNames = Object.keys(operations) as readonly Operation[]

/**
 * Whether an operation carries out the task: nothing of it happens before the task is confirmed.
 *
 * @param operation - the operation
 * @returns true for EXECUTE, REPAIR and RUN_PROGRAM. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { isExecution } from "@byhand/headless"
 * console.log(isExecution("REPAIR"), isExecution("DRAFT_PLAN")) // true false
 * ```
 */
export function isExecution(operation: Operation): boolean {
  return operation === "EXECUTE" || operation === "REPAIR" || operation === "RUN_PROGRAM"
}
