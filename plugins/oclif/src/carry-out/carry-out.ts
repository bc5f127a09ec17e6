import type { CommandCall } from "./command-call.ts"
import { emit, isStream, itemsOf } from "./stream.ts"
import { withinTime } from "./time-limit.ts"

/** A handler, and whether it yields its result bit by bit. */
export interface Handler {
  readonly run: unknown
  readonly call: () => unknown
}

/**
 * Runs a command's handler, once nothing stands in its way any more: at most once for an idempotency key, for no longer than
 * it may take, and with what it yields written as it comes.
 */
export async function carryOut(call: CommandCall, { run, call: body }: Handler): Promise<unknown> {
  const once = () =>
    withinTime(call, async () => {
      const result = isStream(run) ? body() : await body()
      const items = itemsOf(result)
      return items === undefined ? result : emit(call, items)
    })
  if (typeof call.line.flags["idempotency-key"] !== "string" || isStream(run)) return once()
  const { onceForKey } = await import("./idempotency.ts")
  return onceForKey(call, once)
}
