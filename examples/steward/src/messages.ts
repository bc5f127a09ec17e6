import type { ResponseEnvelope } from "@byhand/envelope"
import type { HarnessError, RunExitOf } from "@byhand/headless/report"
import type { EndingSignal } from "./supervisor/signals.ts"

/** What a supervisor sends to its worker. */
export type ToWorker =
  | { readonly _tag: "Start"; readonly task: Task; readonly isPersonThere: boolean }
  | { readonly _tag: "Stop"; readonly signal: EndingSignal }
  /** What the person typed; null when they will type nothing. */
  | { readonly _tag: "Line"; readonly line: string | null }

/** What a worker is there for. */
export type Task =
  | { readonly _tag: "Perform"; readonly argv: readonly string[] }
  /** To say of a session how the run of a worker that died has ended. */
  | { readonly _tag: "Tell"; readonly news: News; readonly unfinished: Unfinished }

/** Why a worker did not say how its run ended. */
export type Unfinished =
  | { readonly signal: EndingSignal; readonly error?: undefined }
  | { readonly signal?: undefined; readonly error: HarnessError }

/** What a worker sends to its supervisor. */
export type FromWorker =
  | { readonly _tag: "News"; readonly news: News }
  /** To be shown to the person, who answers with a line. */
  | { readonly _tag: "Ask"; readonly text: string }
  | { readonly _tag: "Say"; readonly text: string }
  /** The operation under way, or the run where it is null, has to be over in so many milliseconds; null for no limit. */
  | { readonly _tag: "Due"; readonly operation: HarnessError["operation"]; readonly withinMs: number | null }
  | { readonly _tag: "Ended"; readonly told: Told }
  /** Something was thrown that nobody caught. */
  | { readonly _tag: "Broke"; readonly message: string }

/** Where a run stands, after something of it was recorded. */
export interface News {
  readonly session_id: string
  readonly stage: string | null
  /** The call that began with it. */
  readonly call: { readonly operation: string; readonly attempt: number } | null
  /** The options with which the session goes on. */
  readonly options: readonly string[]
}

/** How a run ended, as it is told to whoever called. */
export interface Told {
  readonly exit: RunExitOf
  readonly envelope: ResponseEnvelope
  /** The structured record of exit 4. */
  readonly error: HarnessError | null
}
