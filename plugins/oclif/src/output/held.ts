import type { Format } from "../flags/names.ts"

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

/** Whether stdout carries text for a person, as far as is known. */
export function isForPerson(): boolean {
  const { held = false, format } = outletWord() ?? {}
  return !held || format === "plain"
}

interface OutletWord {
  readonly held: boolean
  readonly json: boolean
  readonly format: Format
}

function outletWord() {
  return (globalThis as { [outletKey]?: OutletWord })[outletKey]
}
