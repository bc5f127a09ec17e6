import type { Layer, Variant, Wiring } from "../support/variant.ts"

/** A way in that a layer stops: nothing is done, and it ends like this. */
export interface Stopped {
  readonly exit: number
  /** The code of the envelope on stdout, when there is one. */
  readonly code?: string
}

/** A way in that a layer leaves open: the deed is done, and this is what an author does about it. */
export interface Open {
  readonly remedy: string
}

export type Cell = Stopped | Open

/** One way to reach the handler of a command that declares a person, and what each layer makes of it. */
export interface WayIn {
  /** In plain words: a row of docs/which-layer-stops-what.md, and a test's name. */
  readonly way: string
  /** Who put the plugin there; the host, when left out. */
  readonly wiring?: Wiring
  /** What somebody types at a pseudo-terminal; without it there is no terminal. */
  readonly typed?: readonly string[]
  /** Makes the way in a variant. */
  readonly change: (variant: Variant) => void | Promise<void>
  readonly cells: Readonly<Record<Layer, Cell>>
}

/** The gate stood, and no person was there. */
export const refused: Stopped = { exit: 4, code: "PERSON_REQUIRED" }
/** The launcher did not start the host. */
export const missing: Stopped = { exit: 70, code: "PLUGIN_MISSING" }
/** The gate refuses the class itself. */
export const invalid: Stopped = { exit: 1, code: "INVALID_DECLARATION" }
/** Stopped by something else, with its exit code and no envelope. */
export const ends = (exit: number): Stopped => ({ exit })
export const open = (remedy: string): Open => ({ remedy })

/** The gate stood in every layer. */
export const all: Readonly<Record<Layer, Stopped>> = { A: refused, B: refused, C: refused }

export function isOpen(cell: Cell): cell is Open {
  return "remedy" in cell
}

/** A cell in the words of the page. */
export function cellText(cell: Cell): string {
  return isOpen(cell) ? `**open**: ${cell.remedy}` : `stopped, ${cell.exit}`
}
