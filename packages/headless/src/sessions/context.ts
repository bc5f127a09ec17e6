import type { Disk } from "./disk.ts"
import type { Projections } from "./projection.ts"
import type { ShortLogs } from "./short-logs.ts"

/** What all sessions of one root share. */
export interface Context<P extends Projections> {
  readonly root: string
  readonly projections: P
  readonly disk: Disk
  readonly now: () => Date
  readonly shortLogs: ShortLogs<P>
}
