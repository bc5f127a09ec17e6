/** One way in that was not refused, and what was wrong, as sentences. */
export interface Violation {
  readonly way: string
  readonly problems: readonly string[]
}

/**
 * A command that had to be person-only was not.
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { expectPersonOnly, type PersonOnlyViolation } from "@byhand/conformance"
 * await expectPersonOnly("bin/council.js", ["decisions", "approve", "D-42"]).catch((error: PersonOnlyViolation) => {
 *   console.log(error.violations[0]?.way) // --yes at a terminal
 * })
 * ```
 */
export class PersonOnlyViolation extends Error {
  override readonly name = "PersonOnlyViolation"
  /** The command line that was tried. */
  readonly command: readonly string[]
  /** Every way in that was not refused, in the order they were tried. */
  readonly violations: readonly Violation[]

  constructor(command: readonly string[], violations: readonly Violation[]) {
    const lines = violations.map(({ way, problems }) => `- ${way}: ${problems.join(" ")}`)
    super(
      `\`${command.join(" ")}\` is not person-only, because ${violations.length} way(s) in were not refused. ` +
        `Expected each to be refused with nothing changed:\n${lines.join("\n")}`
    )
    this.command = command
    this.violations = violations
  }
}
