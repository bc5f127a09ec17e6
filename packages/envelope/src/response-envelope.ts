import type { ErrorDetail } from "./error-detail.ts"
import type { JsonObject, JsonValue } from "./json.ts"
import type { Warning } from "./warning.ts"

/** Facts about the run. `exit_code` is the one the process ends with; `contract` says whose table it is of. */
export interface EnvelopeMeta {
  readonly exit_code: number
  /** Milliseconds, a whole number. */
  readonly duration_ms: number
  readonly contract: "command" | "run"
  readonly [key: string]: JsonValue | undefined
}

/** The document of a command that did what was asked. */
export interface SuccessEnvelope {
  readonly ok: true
  readonly data: JsonObject | readonly JsonValue[] | null
  readonly error: null
  readonly warnings: readonly Warning[]
  readonly meta: EnvelopeMeta
}

/** The document of a command that did not. */
export interface FailureEnvelope {
  readonly ok: false
  readonly data: JsonObject | readonly JsonValue[] | null
  readonly error: ErrorDetail
  readonly warnings: readonly Warning[]
  readonly meta: EnvelopeMeta
}

/** The one JSON document a command writes: five keys, always all of them, in this order. */
export type ResponseEnvelope = SuccessEnvelope | FailureEnvelope
