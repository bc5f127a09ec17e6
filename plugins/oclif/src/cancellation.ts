import { cancelled } from "@byhand/envelope"
import { endingSignals } from "./output/ending-signals.ts"
import { awaitedSignal, hearOnce, interrupt } from "./output/interruption.ts"

/**
 * The signal to pass on to what a command waits for, and to clean up by: it is aborted when the call is cancelled (Ctrl-C,
 * SIGTERM, SIGHUP) or its `--timeout` is over.
 *
 * From the first call on, the process no longer ends at once when it is signalled: the command has two seconds to settle. It
 * ends with 130, 143 or 129 and `CANCELLED`, or with 10 and `TIMEOUT`, however it settles. A second signal ends it at once.
 *
 * @returns the signal, the same one each time; its `reason` is the `CommandError` that the call ends with. Never throws.
 *
 * Requirement: REQ-F-013, REQ-F-069, REQ-C-012.
 *
 * @example
 * ```ts
 * import { cancellation } from "@byhand/oclif"
 * import { Command } from "@oclif/core"
 *
 * export default class Fetch extends Command {
 *   async run() {
 *     const response = await fetch("https://example.com", { signal: cancellation() })
 *     return { status: response.status }
 *   }
 * }
 * ```
 */
export function cancellation(): AbortSignal {
  hearOnce(() => {
    for (const name of endingSignals) process.on(name, () => interrupt(cancelled(name)))
  })
  return awaitedSignal()
}
