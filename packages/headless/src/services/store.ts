import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { runFold } from "../controller/run-fold.ts"
import { type Disk, nodeDisk } from "../sessions/disk.ts"
import { Sessions } from "../sessions/sessions.ts"

/**
 * What is told of the log of a run's session: give it to `Sessions` to read runs without Effect.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { runProjections, Sessions } from "@byhand/headless"
 * const sessions = new Sessions({ root: "/nowhere/yet", projections: runProjections })
 * console.log(Object.keys(runProjections).join(), sessions.list().length) // run 0
 * ```
 */
export const runProjections = { run: runFold } as const

/** The sessions of runs. */
export type RunSessions = Sessions<typeof runProjections>

/**
 * Where runs are kept.
 *
 * Requirement: ADR-0019: turns, input requests, and a session that cannot be restored is an error, never a fresh start.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Store } from "@byhand/headless"
 * const ids = Store.use(({ sessions }) => Effect.sync(() => sessions.list().length))
 * console.log(Effect.runSync(Effect.provide(ids, Store.layer({ root: "/nowhere/yet" })))) // 0
 * ```
 */
export class Store extends Context.Service<Store, { readonly sessions: RunSessions }>()(
  "@byhand/headless/Store"
) {
  /**
   * Sessions in a folder, which is made with the first one. What time it is comes from Effect's `Clock`.
   *
   * @param options `root` is the folder; `disk` may be given to watch what is written
   */
  static layer({
    root,
    disk = nodeDisk
  }: {
    readonly root: string
    readonly disk?: Disk
  }): Layer.Layer<Store> {
    return Layer.effect(
      Store,
      Clock.clockWith((clock) =>
        Effect.sync(() => ({
          sessions: new Sessions({
            root,
            projections: runProjections,
            disk,
            now: () => new Date(clock.currentTimeMillisUnsafe())
          })
        }))
      )
    )
  }
}
