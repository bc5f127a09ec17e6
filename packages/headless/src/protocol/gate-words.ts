/** What a command of a gate does. Only `revise` takes text. */
export type GateAction = "accept" | "revise" | "cancel" | "quit" | "help"

/**
 * The commands that a line at a gate can be, each with what it does. There is no other list of them.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { gateCommands } from "@byhand/headless"
 * console.log(Object.keys(gateCommands).join(" ")) // /confirm /revise /cancel /stop /quit /help
 * ```
 */
export const gateCommands = Object.freeze({
  "/confirm": "accept",
  "/revise": "revise",
  "/cancel": "cancel",
  "/stop": "cancel",
  "/quit": "quit",
  "/help": "help"
}) satisfies Readonly<Record<string, GateAction>>

/**
 * The bare lines that decide at a review without a model: the whole line, in any case, and nothing beside it.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { gateWords } from "@byhand/headless"
 * console.log(gateWords.cancel.join(" ")) // stop cancel
 * ```
 */
export const gateWords = Object.freeze({
  accept: Object.freeze([
    "confirm",
    "yes",
    "y",
    "proceed",
    "looks good",
    "lgtm",
    "approved",
    "ok",
    "okay",
    "accept"
  ]),
  cancel: Object.freeze(["stop", "cancel"])
})
