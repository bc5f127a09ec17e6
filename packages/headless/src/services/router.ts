import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { CarriedTurn } from "../protocol/chain.ts"
import type { BlockingBasis, OpenRoute } from "../protocol/fields.ts"
import type { HarnessFailure } from "./harness-failure.ts"

/** What a router and a budget know of a new turn. */
export interface NewTurn {
  readonly session_id: string
  readonly turn_id: string
  readonly request: string
  readonly previous: CarriedTurn | null
}

/** How a request is handled. */
export type Routing =
  /** The model that the run has is asked, with the controller's own instructions. */
  | { readonly _tag: "AskModel" }
  | { readonly _tag: "Routed"; readonly route: OpenRoute }
  /** Published as the answer of the run, and closed: exit 0, closure REFUSED. */
  | {
      readonly _tag: "Refused"
      readonly verdict: string
      readonly text: string
      readonly blocking_basis: BlockingBasis | null
    }

/**
 * Decides what is done with a request at all, before a controller exists. A router that is not sure answers `Routed`, never
 * `Refused`; one that fails ends the run with exit 4.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Router } from "@byhand/headless"
 * const everything = Layer.succeed(Router, { route: () => Effect.succeed({ _tag: "Routed", route: "APPLY_PROTOCOL" }) })
 * const turn = { session_id: "S-1", turn_id: "turn_001", request: "List the primes", previous: null }
 * const routing = Router.use((router) => router.route(turn))
 * console.log(Effect.runSync(Effect.provide(routing, everything))._tag) // Routed
 * ```
 */
export class Router extends Context.Service<
  Router,
  {
    /** True when it waits for nothing, and takes no time: the request need not be on the device before it is looked at. */
    readonly isImmediate?: boolean
    route(turn: NewTurn): Effect.Effect<Routing, HarnessFailure>
  }
>()("@byhand/headless/Router") {
  /** One model call. An uncertain verdict does not refuse. */
  static readonly layerModel = Layer.succeed(Router, {
    isImmediate: true,
    route: () => Effect.succeed<Routing>({ _tag: "AskModel" })
  })
}
