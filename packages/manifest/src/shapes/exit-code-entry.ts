import { record } from "./record.ts"
import { choice, listOf, mapOf, matching, text, textOf, truthValue } from "./shape.ts"

/** An `error.code`. */
const errorCode = matching(
  /^[A-Z][A-Z0-9_]+$/,
  "an error code: capital letters, digits and underscores, at least two",
  "NOT_FOUND"
)

/** What one exit means. */
const exitCodeEntry = record({
  expected: "what the exit means",
  example: '{ description: "The decision does not exist", retryable: false, side_effects: "none" }',
  required: ["description", "retryable", "side_effects"],
  members: {
    name: text,
    description: textOf(1, 120, "a description of 1 to 120 characters", "The approval is recorded"),
    retryable: { ...truthValue, example: "false" },
    side_effects: choice("none", "partial", "complete"),
    error_codes: listOf(errorCode, { unique: true })
  }
})

/** The exits of a command, by code. */
export const exitCodes = mapOf(exitCodeEntry, {
  key: /^(0|[1-9][0-9]*)$/,
  keyExpected: "a decimal exit code without a sign or leading zeros",
  example: '{ "0": { description: "The decisions are listed", retryable: false, side_effects: "none" } }'
})
