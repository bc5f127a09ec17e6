import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"
import type { RunEvent, TurnOpened } from "../protocol/event.ts"
import type { Stage } from "../protocol/stage.ts"

/** Something that is in the log of a session, told after it was synced. */
export interface RunNews {
  readonly session_id: string
  readonly turn_id: string
  readonly event: RunEvent | TurnOpened
  /** After the event; null before a controller exists. */
  readonly stage: Stage | null
}

/**
 * What happens in runs, as it happens: every event of theirs, once it is on the device.
 *
 * `events` keeps the latest 64 for whoever begins to watch late, and never ends; runs do not wait for who watches.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Stream from "effect/Stream"
 * import { RunFeed } from "@byhand/headless"
 * const news = { session_id: "S-1", turn_id: "turn_001", stage: null } as const
 * const told = RunFeed.use((feed) => Effect.gen(function* () {
 *   yield* feed.tell({ ...news, event: { kind: "SESSION_RESTORED" } })
 *   return yield* Stream.runHead(feed.events)
 * }))
 * console.log(Effect.runSync(Effect.provide(told, RunFeed.layer))._tag) // Some
 * ```
 */
export class RunFeed extends Context.Service<
  RunFeed,
  { tell(news: RunNews): Effect.Effect<void>; readonly events: Stream.Stream<RunNews> }
>()("@byhand/headless/RunFeed") {
  static readonly layer = Layer.effect(
    RunFeed,
    Effect.map(PubSub.sliding<RunNews>({ capacity: 4096, replay: 64 }), (hub) => ({
      tell: (news) => Effect.asVoid(PubSub.publish(hub, news)),
      events: Stream.fromPubSub(hub)
    }))
  )

  /** Nobody watches. */
  static readonly layerNone = Layer.succeed(RunFeed, { tell: () => Effect.void, events: Stream.never })
}
