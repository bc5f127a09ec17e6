// One per process, also when two copies of this package are loaded: two writers would be two documents.
export const outletKey = Symbol.for("@byhand/oclif/outlet")

/**
 * Whether somebody writes the one document of this process at its end: the launcher, or the plugin's hooks.
 *
 * Asked by every run of every command, so it loads nothing.
 */
export function isHeld(): boolean {
  return outletWord()?.held === true
}

/** Whether what is written is an envelope, as far as is known. */
export function isHeldToJson(): boolean {
  return outletWord()?.json === true
}

function outletWord() {
  return (globalThis as { [outletKey]?: { readonly held: boolean; readonly json: boolean } })[outletKey]
}
