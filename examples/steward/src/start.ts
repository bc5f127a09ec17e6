import { listen } from "./supervisor/signals.ts"

// Before anything else is loaded: from here on a signal ends a run, and does not kill it.
const signals = listen()

/**
 * Runs one command line. A command of the run contract is supervised: it is carried out by a worker process, so that
 * whatever becomes of that one, this one says how the run ended. Every other command is an ordinary one.
 */
export async function start(args: readonly string[] = process.argv.slice(2)): Promise<void> {
  try {
    const { root, readCall } = await import("./call.ts")
    const call = readCall(args)
    if (call !== undefined) {
      const { supervise } = await import("./supervisor/supervise.ts")
      return await supervise(call, signals)
    }
    signals.release()
    const { execute } = await import("@byhand/oclif/run")
    await execute({ dir: root, args })
  } catch (thrown) {
    cannotStart(thrown)
  }
}

/** What tells how a run ended does not load either. */
function cannotStart(thrown: unknown): void {
  const message = `steward cannot start: ${thrown instanceof Error ? thrown.message : String(thrown)}`
  const record = { category: "HARNESS_EXCEPTION", code: "CANNOT_START", operation: null, message }
  process.stderr.write(`[harness-error] ${JSON.stringify(record)}\n`)
  process.exitCode = 4
}
