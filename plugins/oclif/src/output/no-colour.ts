// Seen by every copy of this package in the process.
const key = Symbol.for("@byhand/oclif/no-colour-for-children")

/**
 * Tells the programs that the command starts to write no colours. What this call is answered with was decided by the
 * variables it came with, and stays so.
 *
 * REQ-F-008.
 */
export function tellChildrenNoColour(): void {
  const { NO_COLOR: given } = process.env
  if (given === undefined) (globalThis as { [key]?: true })[key] = true
  // An empty one forbids colours here, but to many programs it says nothing.
  if (given === undefined || given === "") process.env["NO_COLOR"] = "1"
}

/** Whether these variables came with a `NO_COLOR`, empty or not. */
export function cameWithNoColour(env: NodeJS.ProcessEnv): boolean {
  return env["NO_COLOR"] !== undefined && !(env === process.env && (globalThis as { [key]?: true })[key])
}
