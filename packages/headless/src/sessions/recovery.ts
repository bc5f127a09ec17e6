import type { EffectInFlight } from "./ledger.ts"
import type { SnapshotUse } from "./snapshot.ts"

/** What opening a session found, and did about it. */
export interface Recovery {
  /** Bytes of a half-written last append that were cut. */
  readonly tornBytes: number
  /** How the process that had the session before left it. */
  readonly predecessor: "none" | "released" | "died"
  readonly snapshot: SnapshotUse
  readonly linesParsed: number
  /** Files that were not as the log says, and were written again. */
  readonly rebuilt: readonly string[]
  /**
   * Effects that were started, and of which nobody knows whether they took place. Nothing is done about them until a person
   * decides: `effectRedone` or `effectAbandoned`.
   */
  readonly uncertain: readonly EffectInFlight[]
}
