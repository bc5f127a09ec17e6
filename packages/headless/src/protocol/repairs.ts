import type { RunState } from "./state.ts"

/**
 * How many counted repairs a run may make: 1, or 2 for heavy compute, unless the turn was opened with another number.
 *
 * @param state - the state of a turn; a tier that is not known yet counts as the standard one
 * @returns the number of repairs; 0 also means that nothing else is retried. It never throws.
 *
 * ADR-0019
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
 * The repair that the latest failed attempt may still have: a counted one, else the one extra repair after an attempt that
 * ran no program, else none.
 */
export function repairLeft(state: RunState): "counted" | "uncounted" | null {
  const allowed = repairsAllowed(state)
  const { candidate, repairs_used, uncounted_repairs } = state.execution
  const ranNothing = candidate !== null && candidate.programs === 0
  if (ranNothing && allowed > 0 && uncounted_repairs === 0) return "uncounted"
  return repairs_used < allowed ? "counted" : null
}
