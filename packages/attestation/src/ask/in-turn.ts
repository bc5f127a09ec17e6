import type { AskOutcome } from "./outcome.ts"

let lastInLine: Promise<AskOutcome> | undefined

/**
 * Asks when the questions before it have been answered: there is one terminal. A question that is interrupted interrupts
 * those that wait behind it, since Ctrl-C means "leave", not "next".
 */
export function inTurn(asking: () => Promise<AskOutcome>): Promise<AskOutcome> {
  const mine =
    lastInLine === undefined ? asking() : lastInLine.then((before) => afterwards(before, asking), asking)
  lastInLine = mine
  const leave = (): void => {
    if (lastInLine === mine) lastInLine = undefined
  }
  mine.then(leave, leave)
  return mine
}

function afterwards(before: AskOutcome, asking: () => Promise<AskOutcome>): AskOutcome | Promise<AskOutcome> {
  return before._tag === "Interrupted" ? before : asking()
}
