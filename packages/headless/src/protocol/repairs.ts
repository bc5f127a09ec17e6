import type { RunState } from "./state.ts"

/**
 * How many counted repairs a run may make: 1, or 2 for heavy compute, unless the turn was opened with another number.
 *
 * @param state - the state of a turn; a tier that is not known yet counts as the standard one
 * @returns the number of repairs; 0 also means that nothing else is retried. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { openTurn, repairsAllowed } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(repairsAllowed(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null }))) // 1
 * ```
 */
export function repairsAllowed({ max_repairs, tier }: RunState): number {
  return max_repairs ?? (tier === "HEAVY_COMPUTE" ? 2 : 1)
}

/**
 * The repair that the latest failed attempt may still have.
 *
 * @param state - the state of a turn
 * @param measured - false when the verifier says that a program should have run, and none did
 * @returns "counted" while one is left; "uncounted" once, where the verifier could measure nothing because the attempt ran no
 * program; null when there is none. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { openTurn, repairLeft } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const turn = openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null })
 * console.log(repairLeft(turn, true), repairLeft({ ...turn, max_repairs: 0 }, true)) // counted null
 * ```
 */
export function repairLeft(state: RunState, measured: boolean): "counted" | "uncounted" | null {
  if (!measured && mayRepairUncounted(state)) return "uncounted"
  return state.execution.repairs_used < repairsAllowed(state) ? "counted" : null
}

/** The extra repair is there once, after an attempt that ran no program, unless nothing at all is retried. */
export function mayRepairUncounted(state: RunState): boolean {
  const { candidate, uncounted_repairs } = state.execution
  return (
    repairsAllowed(state) > 0 &&
    uncounted_repairs === 0 &&
    candidate !== null &&
    candidate.programs.length === 0
  )
}
