import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { ProviderCall, ProviderReply } from "../services/provider.ts"
import { askedToWait } from "./fault.ts"

/**
 * How long a call may take when nothing else is said, in milliseconds: ten minutes, its one retry and the wait before it
 * included.
 *
 * Requirement: ADR-0019, exit 4: a provider that does not answer ends a run.
 *
 * @example
 * ```ts
 * import { defaultCallMs } from "@byhand/headless/providers"
 * console.log(defaultCallMs / 60_000) // 10
 * ```
 */
export const defaultCallMs = 600_000

/** How long a provider waits for what. All in milliseconds. */
export interface Patience {
  /** For the reply to a call, its one retry and the wait before it included: 600,000 (ten minutes) if left out. */
  readonly timeoutMs?: number | undefined
  /** Before the one retry, when the endpoint does not say how long: 1,000 if left out. */
  readonly retryDelayMs?: number | undefined
  /** At most, when the endpoint says how long: 60,000 if left out. Asked for more, the call fails at once. */
  readonly longestWaitMs?: number | undefined
}

/**
 * Asks within a deadline, and once more where the contract has a wire retry, the provider is not available, and it does not
 * ask for more time than there is. Both requests are the same action.
 *
 * @param ask sends one request; interrupting it closes its connection
 * @param provider its name, for a call that is over its deadline
 */
export const askOnceMore = Effect.fnUntraced(function* (
  { may_retry }: ProviderCall,
  patience: Patience,
  ask: Effect.Effect<ProviderReply, HarnessFailure>,
  provider: string
): Effect.fn.Return<ProviderReply, HarnessFailure> {
  const { timeoutMs = defaultCallMs, retryDelayMs = 1000, longestWaitMs = 60_000 } = patience
  const start = yield* Clock.currentTimeMillis
  let failed: HarnessFailure | null = null
  const again = Effect.fnUntraced(function* (
    failure: HarnessFailure
  ): Effect.fn.Return<ProviderReply, HarnessFailure> {
    failed = failure
    const wait = askedToWait(failure) ?? retryDelayMs
    const left = timeoutMs - ((yield* Clock.currentTimeMillis) - start)
    if (!may_retry || !isOutage(failure) || wait > longestWaitMs || wait >= left)
      return yield* Effect.fail(failure)
    yield* Effect.sleep(wait)
    const reply = yield* Effect.mapError(ask, (second) => afterOther(failure, second))
    return { ...reply, requests: 2 }
  })
  const answered = ask.pipe(Effect.catch(again))
  return yield* Effect.timeoutOrElse(answered, {
    duration: timeoutMs,
    orElse: () => Effect.fail(afterOther(failed, late(provider, timeoutMs)))
  })
})

/** A call that is over its deadline. It may have been carried out, so it is not made once more. */
function late(provider: string, timeoutMs: number): HarnessFailure {
  const said = `No reply came from ${provider} within ${timeoutMs} ms.`
  const message = `${said} Resume the session to ask again, with a longer deadline if the model needs it.`
  const attempts = [{ provider, message: said }]
  return new HarnessFailure(
    harnessError({ code: "PROVIDER_UNAVAILABLE", attempts, message, retryable: true })
  )
}

function isOutage({ error }: HarnessFailure): boolean {
  return error.category === "PROVIDER_UNAVAILABLE" && error.retryable
}

/** The second failure, with the attempts of both. */
function afterOther(first: HarnessFailure | null, second: HarnessFailure): HarnessFailure {
  if (first === null) return second
  const attempts = [...first.error.attempts, ...second.error.attempts]
  return new HarnessFailure(harnessError({ ...second.error, attempts }), { cause: second.cause })
}
