import { lockedMethod, markForOclif } from "../output/oclif-error.ts"
import type { GuardedCommand } from "./guarded-command.ts"
import { printSchema, runWithEnvelope } from "./run-output.ts"

export type Method = (this: unknown, ...args: unknown[]) => unknown

/** A refusal is not the author's to handle: an overridden `catch` could swallow it, and oclif 4's makes it exit 1 under `--json`. */
export function guardedCatch(state: GuardedCommand, original: Method | undefined): Method {
  return async function (error) {
    if (error === state.refusal) throw error
    const fields = error as { oclif?: { exit?: number }; exitCode?: number }
    if (
      typeof error === "object" &&
      error !== null &&
      fields.exitCode === undefined &&
      fields.oclif?.exit !== undefined
    )
      fields.exitCode = fields.oclif.exit
    if (original === undefined) throw error
    return original.call(state.command, error)
  }
}

/** An author's clean-up runs after a refusal too, but cannot put another error in its place. */
export function guardedFinally(state: GuardedCommand, original: Method | undefined): Method {
  return async function (error) {
    try {
      await original?.call(state.command, error)
    } catch (thrown) {
      if (state.refusal === undefined) throw thrown
    }
  }
}

/** oclif's own sequence of init, run, catch and finally, or the author's override of it, which may not lose a refusal. */
export function guardedLifecycle(state: GuardedCommand, original: Method | undefined): Method {
  return async function () {
    const output = state.output()
    if (output.describe !== undefined) return printSchema(state.command, output)
    return runWithEnvelope(output, async () => {
      const result = await original?.call(state.command)
      if (state.refusal !== undefined) throw state.refusal
      return result
    })
  }
}

/** Sets a method that nothing can replace: an assignment says why, and a class field is a TypeError of the engine's. */
export function lock(command: object, name: string, method: Method | undefined): void {
  Object.defineProperty(command, name, {
    get: () => method,
    set() {
      throw markForOclif(lockedMethod(name), { printed: false })
    },
    enumerable: false,
    configurable: false
  })
}
