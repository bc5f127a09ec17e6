import type { RunNews } from "@byhand/headless"
import type { News } from "../messages.ts"

/** What the supervisor is told of an event: where the run stands, and not what it is about. */
export function newsOf({ session_id, stage, event }: RunNews, options: readonly string[]): News {
  return { session_id, stage, call: event.kind === "EFFECT_STARTED" ? callOf(event) : null, options }
}

type Started = Extract<RunNews["event"], { readonly kind: "EFFECT_STARTED" }>

/** The first attempt is EXECUTE; each repair is one more. */
function callOf({ operation, ordinal, attempt }: Started): News["call"] {
  return { operation, attempt: operation === "REPAIR" ? ordinal + 1 : attempt }
}
