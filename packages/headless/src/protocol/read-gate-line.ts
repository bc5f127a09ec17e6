import { type GateAction, gateCommands, gateWords } from "./gate-words.ts"
import type { Gate } from "./stage.ts"

/** What a line is, where a person may decide. */
export type GateReading =
  | { readonly _tag: "Accept" }
  | { readonly _tag: "ReviseTask"; readonly text: string }
  | { readonly _tag: "ReviseApproach"; readonly text: string }
  | { readonly _tag: "Cancel" }
  /** Reading ends here. */
  | { readonly _tag: "Quit" }
  /** Decides nothing: what can be typed is said once more. */
  | { readonly _tag: "Guidance" }
  /** A blank line at a gate: it is passed over, and never confirms. */
  | { readonly _tag: "Skip" }
  /** Said to be unknown and passed over; no model ever sees it. */
  | { readonly _tag: "UnknownCommand"; readonly command: string }
  /** The host's own words do not say what it means: an interpreter reads it. */
  | { readonly _tag: "Interpret"; readonly text: string }

/**
 * Reads a line without asking a model, at a gate or while input is waited for.
 *
 * A command is a slash and letters, alone or before white space, so that a path is none. While input is waited for nothing
 * confirms: `/confirm` repeats the guidance, and "yes" may be the answer.
 *
 * @param line - one line without its terminator
 * @param at - where the run stands
 * @returns what the line is. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { readGateLine } from "@byhand/headless"
 * console.log(readGateLine("Looks good", "PLAN_REVIEW")._tag) // Accept
 * console.log(readGateLine("yes", "WAITING_INPUT")._tag) // Interpret
 * console.log(readGateLine("/etc/hosts", "WAITING_INPUT")._tag) // Interpret
 * ```
 */
export function readGateLine(line: string, at: Gate | "WAITING_INPUT"): GateReading {
  const text = line.trim()
  if (text === "") return { _tag: at === "WAITING_INPUT" ? "Guidance" : "Skip" }
  const command = /^\/[a-z]+(?=\s|$)/iu.exec(text)?.[0]
  if (command !== undefined) return readCommand(command, text.slice(command.length).trim(), at)
  const word = text.toLowerCase()
  if (gateWords.cancel.includes(word)) return { _tag: "Cancel" }
  if (at !== "WAITING_INPUT" && gateWords.accept.includes(word)) return { _tag: "Accept" }
  return { _tag: "Interpret", text: line }
}

function readCommand(command: string, text: string, at: Gate | "WAITING_INPUT"): GateReading {
  const name = command.toLowerCase()
  if (!Object.hasOwn(gateCommands, name)) return { _tag: "UnknownCommand", command }
  const action: GateAction = gateCommands[name as keyof typeof gateCommands]
  if (action === "revise") {
    if (text === "") return { _tag: "Guidance" }
    return { _tag: at === "PLAN_REVIEW" ? "ReviseApproach" : "ReviseTask", text }
  }
  // A command with something behind it is not that command: nothing is confirmed by half a line.
  if (text !== "" || action === "help") return { _tag: "Guidance" }
  if (action === "accept") return { _tag: at === "WAITING_INPUT" ? "Guidance" : "Accept" }
  return { _tag: action === "quit" ? "Quit" : "Cancel" }
}
