import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Gate } from "../protocol/stage.ts"
import type { Artifact, PendingInput } from "../protocol/state.ts"
import type { HarnessFailure } from "./harness-failure.ts"

/** Where a person may decide, with what they are shown. */
export type DecisionPoint =
  | { readonly _tag: "Gate"; readonly gate: Gate; readonly artifact: Artifact }
  | { readonly _tag: "Question"; readonly input: PendingInput }

/** Something that a run says to whoever types the lines. It decides nothing. */
export type Notice =
  | { readonly _tag: "Guidance"; readonly at: DecisionPoint["_tag"] }
  | { readonly _tag: "UnknownCommand"; readonly command: string }
  | { readonly _tag: "Answered"; readonly text: string }
  /** A remark on the subject: it is talked about after the confirmations. */
  | { readonly _tag: "AfterConfirmations" }
  /** Nobody can say for certain what the line means. */
  | { readonly _tag: "Unresolved" }

/**
 * The lines that a person gives at a gate, or where input is asked for.
 *
 * `by` is recorded with every decision. Lines of "stdin" decide at gates, and answer a question only of a session that was
 * resumed while it waited; at a "terminal" the run waits for the person everywhere.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Lines } from "@byhand/headless"
 * const point = { _tag: "Gate", gate: "PLAN_REVIEW", artifact: { artifact_id: "", body: "", body_sha256: "", confirmed: false } } as const
 * const two = Lines.use((lines) => Effect.all([lines.next(point), lines.next(point)]))
 * console.log(Effect.runSync(Effect.provide(two, Lines.layerOf(["/confirm"])))) // [ '/confirm', null ]
 * ```
 */
export class Lines extends Context.Service<
  Lines,
  {
    readonly by: "stdin" | "terminal"
    /** The next line without its terminator, or null when there will be none. */
    next(point: DecisionPoint): Effect.Effect<string | null, HarnessFailure>
    say(notice: Notice): Effect.Effect<void>
  }
>()("@byhand/headless/Lines") {
  /** No line at all: a run stops at its first gate, or question. */
  static readonly layerNone = Lines.layerOf([])

  /** These lines, as if they stood on stdin. */
  static layerOf(lines: readonly string[]): Layer.Layer<Lines> {
    return Layer.sync(Lines, () => {
      const left = [...lines]
      return {
        by: "stdin" as const,
        next: () => Effect.sync(() => left.shift() ?? null),
        say: () => Effect.void
      }
    })
  }
}
