import { createHash } from "node:crypto"
import { join } from "node:path"
import { CommandError, type JsonObject, success } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { addMeta } from "../output/outlet.ts"
import type { CommandCall } from "./command-call.ts"
import { type KeyRecord, KeyStore } from "./key-store.ts"

/**
 * Runs a command at most once for each `--idempotency-key`: called again with the same one, the result is the first call's,
 * with `effect: "noop"`, and nothing is done. A call that failed is no call that was made; it may be repeated.
 *
 * @throws CommandError `IDEMPOTENCY_KEY_IN_USE` (12) while another call with the key runs; `IDEMPOTENCY_KEY_REUSED` (6) when the
 * key was used for another call; `IDEMPOTENCY_UNKNOWN` (6) when a call with the key was cut off, so that nobody knows what it did
 *
 * Requirement: REQ-C-007.
 */
export async function onceForKey(call: CommandCall, body: () => Promise<unknown>): Promise<unknown> {
  const key = call.line.flags["idempotency-key"] as string
  const { config } = call.command as { config: { dataDir: string } }
  const store = new KeyStore(join(config.dataDir, "idempotency"), digest([call.path.slice(1), key]))
  const fingerprint = digest(argumentsOf(call))
  const known = store.claim(fingerprint)
  if (known !== undefined) return resultOf(known, fingerprint, call)
  let data: JsonObject | null
  try {
    data = success(await body(), { durationMs: 0 }).data as JsonObject | null
  } catch (thrown) {
    store.giveUp()
    throw thrown
  }
  store.settle(fingerprint, data)
  return data
}

/** What tells two calls apart: arguments and options, without the key itself and what says how to answer. */
function argumentsOf({ line }: CommandCall): unknown {
  const { "idempotency-key": _key, timeout: _timeout, json: _json, ...flags } = line.flags
  return [line.args, Object.entries(flags).toSorted(([a], [b]) => (a < b ? -1 : 1))]
}

function digest(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex")
}

function resultOf(known: KeyRecord, fingerprint: string, { forPerson }: CommandCall): unknown {
  if (known.fingerprint !== fingerprint) throw reused()
  if (known.state === "running") throw isAlive(known.pid) ? inUse() : unknown()
  addMeta({ idempotency_hit: true })
  if (forPerson)
    process.stdout.write("This was done before, by a call with the same key. Nothing is done again.\n")
  const { data } = known
  return typeof data === "object" && data !== null && !Array.isArray(data)
    ? { ...data, effect: "noop" }
    : data
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Another user's process is there, and may not be signalled.
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function reused(): CommandError {
  return new CommandError({
    code: "IDEMPOTENCY_KEY_REUSED",
    exit: CommandExit.CONFLICT,
    message: "This idempotency key was used for another call: its arguments were others. Nothing was done.",
    fixRequired: "Choose a key that says what this call does"
  })
}

function inUse(): CommandError {
  return new CommandError({
    code: "IDEMPOTENCY_KEY_IN_USE",
    exit: CommandExit.UNAVAILABLE,
    message: "A call with this idempotency key is running. Nothing was done by this one.",
    suggestion: "Call again when that one has ended, and get its result",
    retryable: true,
    retryAfterMs: 1000
  })
}

function unknown(): CommandError {
  return new CommandError({
    code: "IDEMPOTENCY_UNKNOWN",
    exit: CommandExit.CONFLICT,
    message:
      "A call with this idempotency key was cut off, so it is not known what it did. Nothing was done by this one.",
    fixRequired: "See what the call has done, and then call with another key, or not at all"
  })
}
