import type { RunOptions } from "../../src/index.ts"
import { sessionEvents, type Tape } from "../../src/index.ts"
import type { Setting } from "./host.ts"
import { newHost } from "./new-host.ts"
import { idOf } from "./reports.ts"
import { confirmed, drafted, question, result } from "./taped.ts"

export const request = "List the primes below 20"

/** Runs one request to where it stops, with both gates confirmed unless other lines are given. */
export async function run(setting: Setting, options: Partial<RunOptions> = {}) {
  const host = newHost({ lines: confirmed, ...setting })
  const report = await host.run({ request, ...options })
  return { host, report, id: report.session_id ?? "" }
}

/** A session that waits for the answer to its question, and what is replied once it has it. */
export async function waiting(turn: Tape["turns"][number] = {}, options: Partial<RunOptions> = {}) {
  const tape = { turns: [{ ...drafted, EXECUTE: [question, result], ...turn }] }
  const { host, report } = await run({ tape }, options)
  return { host: host.again(), id: idOf(report) }
}

/** A session whose process was killed after it had begun the call of EXECUTE. */
export async function uncertain() {
  const tape = { turns: [{ ...drafted, EXECUTE: [result] }] }
  const { host, id } = await run({ tape, lines: ["ok"] })
  const session = await host.sessions.open(id)
  const plan = session.states.run.turn?.plan
  if (plan == null) throw new Error("There is no plan to confirm.")
  const { artifact_id, body_sha256 } = plan
  const action_id = `${session.ledger.created?.nonce}-A${session.ledger.counts.actions + 1}`
  await session.append([
    { kind: "ACCEPT_CURRENT", payload: { by: "stdin", interpretation: null, artifact_id, body_sha256 } },
    sessionEvents.effectStarted(action_id, "model", { operation: "EXECUTE", ordinal: 1, attempt: 1 })
  ])
  await session.close()
  return { host: host.again(), id, action_id }
}

/** Waits until something holds that happens by itself. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1))
}
