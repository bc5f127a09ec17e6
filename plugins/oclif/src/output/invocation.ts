import type { GlobalFlags } from "../flags/global-tokens.ts"

/**
 * What the launcher read of this process's command line, for the commands that run under it.
 *
 * The launcher takes the global flags out of the line before oclif sees it, so a command cannot read them itself.
 */
const key = Symbol.for("@byhand/oclif/invocation")

const none: GlobalFlags = { nonInteractive: false, schema: false, outputSchema: false }

export function setInvocation(globals: GlobalFlags): void {
  ;(globalThis as { [key]?: GlobalFlags })[key] = globals
}

export function invocation(): GlobalFlags {
  return (globalThis as { [key]?: GlobalFlags })[key] ?? none
}
