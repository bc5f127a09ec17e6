import { visible } from "@byhand/attestation"
import { type DecisionPoint, type Gate, gateCommands, gateWords, type Notice } from "@byhand/headless"

const gates: Readonly<Record<Gate, string>> = {
  PROMPT_REVIEW: "Is this what is to be done?",
  PLAN_REVIEW: "Is this how it is to be done?"
}

/** What a person reads before they decide, or answer: what they decide on, and what they can type. */
export function asked(point: DecisionPoint | { readonly _tag: "Request" }): string {
  switch (point._tag) {
    case "Request":
      return "What is to be done? Say it in one line."
    case "Gate":
      return `${barred(point.artifact.body)}\n\n${gates[point.gate]} ${atGate}`
    default: {
      const { body, expected_type } = point.input
      return `${barred(body)}\n\nExpected: ${shown(expected_type)}\n${atQuestion}`
    }
  }
}

/** What a run says to whoever types the lines. */
export function said(notice: Notice): string {
  switch (notice._tag) {
    case "Guidance":
      return notice.at === "Gate" ? `${atGate} ${bareWords}` : atQuestion
    case "UnknownCommand":
      return `${shown(notice.command)} is not a command. ${commands}`
    case "Answered":
      return barred(notice.text)
    case "AfterConfirmations":
      return "That is talked about after the confirmations. Nothing was decided."
    default:
      return `It is not clear what this line decides, so it decides nothing. ${commands}`
  }
}

const commands = `The commands are ${Object.keys(gateCommands).join(", ")}.`
const atGate = "/confirm goes on, /revise TEXT changes it, /cancel gives the task up."
const bareWords = `Alone on a line, these confirm: ${gateWords.accept.join(", ")}; these cancel: ${gateWords.cancel.join(", ")}.`
const atQuestion = "Type the answer in one line. /revise TEXT changes the task instead, /cancel gives it up."

/** Behind a bar, so that no line of it can pass for one of ours. */
function barred(text: string): string {
  return text
    .split("\n")
    .map((line) => `| ${visible(line)}`)
    .join("\n")
}

/** In a line among our own words. */
function shown(text: string): string {
  const line = visible(text.trim())
  return line.length > 200 ? `${line.slice(0, 200)}…` : line
}
