import type { HeldConfig } from "./held-config.ts"

/** What is used of the host's own oclif. */
interface Core {
  readonly Config: unknown
  readonly ux: { stdout: (...args: unknown[]) => unknown }
}

/**
 * The host's own copy of oclif: the one that made this config. The copy that this package would resolve may be another one.
 *
 * @returns undefined where it cannot be found: in a host that is bundled into one file
 */
export function coreOf(config: HeldConfig): Core | undefined {
  for (const module of Object.values(require.cache)) {
    if (module === undefined || !/[\\/]@oclif[\\/]core[\\/]lib[\\/]index\.js$/.test(module.filename)) continue
    const core = module.exports as Core
    if (core.Config === config.constructor) return core
  }
  return undefined
}
