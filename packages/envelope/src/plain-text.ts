// One pass, every alternative starts with a control character and stops at the next, so it is linear in the text.
// A sequence that never ends loses its introducer only: swallowing the rest of the text would hide it.
const terminalControl = new RegExp(
  [
    // OSC, DCS, SOS, PM and APC strings with their bodies, 7-bit and 8-bit
    "(?:\\x1b[\\]PX^_]|[\\x90\\x98\\x9d-\\x9f])[^\\x07\\x1b\\x80-\\x9f]*(?:\\x07|\\x1b\\\\|\\x9c)",
    // CSI: colours, cursor movement, erasing
    "(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]",
    // every other escape sequence
    "\\x1b[ -/]*[0-~]",
    // what is left of C0 and C1, carriage return and DEL included, tab and line feed not
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f]"
  ].join("|"),
  "g"
)

/**
 * The text without anything a terminal would act on, and well formed: what a string of the envelope may hold.
 *
 * Tab and line feed stay. A lone surrogate becomes U+FFFD, because many JSON readers refuse one.
 *
 * Requirement: REQ-F-007
 */
export function plainText(text: string): string {
  return text.replace(terminalControl, "").toWellFormed()
}
