/** What Node ends with when a module waits for ever: it says so itself, after its last listener. */
const neverSettled = 13

let isAsked = false

/**
 * Ends the process as `process.exit()` does once it has nothing left to do and everybody was told: Node would first give back, piece
 * by piece, memory that the system takes back as a whole.
 *
 * What is to be written is written by then: a pipe that is still open would be something left to do.
 */
export function endPromptly(): void {
  if (isAsked) return
  isAsked = true
  // Not before: most of those who listen to the exit do so while the command runs, and are to be heard first.
  process.once("beforeExit", () => process.on("exit", endWhenLast))
}

function endWhenLast(): void {
  if (process.listeners("exit").at(-1) !== endWhenLast || process.exitCode === neverSettled) return
  // oxlint-disable-next-line unicorn/no-process-exit -- nothing is left to do, and nobody to tell
  process.exit()
}
