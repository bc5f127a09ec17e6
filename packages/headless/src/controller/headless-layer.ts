import * as Layer from "effect/Layer"
import { Budget } from "../services/budget.ts"
import { Lines } from "../services/lines.ts"
import type { Provider } from "../services/provider.ts"
import { Router } from "../services/router.ts"
import { RunFeed } from "../services/run-feed.ts"
import { Store } from "../services/store.ts"
import { Verifier } from "../services/verifier.ts"
import type { RunServices } from "./conduct.ts"

/** The services of a run. Only where it is kept and who is asked have no default. */
export interface HeadlessOptions {
  /** The folder of all sessions. It is made with the first one. */
  readonly root: string
  readonly provider: Layer.Layer<Provider>
  /** One model call if left out. */
  readonly router?: Layer.Layer<Router> | undefined
  /** No estimate if left out. */
  readonly budget?: Layer.Layer<Budget> | undefined
  /** Believes what speaks against a result, and runs nothing, if left out. */
  readonly verifier?: Layer.Layer<Verifier> | undefined
  /** None if left out: a run with review stops at its first gate. */
  readonly lines?: Layer.Layer<Lines> | undefined
  /** Nobody watches if left out. */
  readonly feed?: Layer.Layer<RunFeed> | undefined
}

/**
 * Every service of a run, as one layer.
 *
 * @param options - where sessions are kept, who is asked, and what is to differ from the defaults
 * @returns the layer. It never fails.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { headlessLayer, replayProvider, Store } from "@byhand/headless"
 * const layer = headlessLayer({ root: "/nowhere/yet", provider: replayProvider({ turns: [] }) })
 * const root = Store.use(({ sessions }) => Effect.succeed(sessions.root))
 * console.log(Effect.runSync(Effect.provide(root, layer))) // /nowhere/yet
 * ```
 */
export function headlessLayer(options: HeadlessOptions): Layer.Layer<RunServices> {
  return Layer.mergeAll(
    Store.layer({ root: options.root }),
    options.provider,
    options.router ?? Router.layerModel,
    options.budget ?? Budget.layerNone,
    options.verifier ?? Verifier.layerDeclared,
    options.lines ?? Lines.layerNone,
    options.feed ?? RunFeed.layerNone
  )
}
