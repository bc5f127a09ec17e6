import type { Finding } from "./finding.ts"
import type { Fault } from "./plain-json.ts"

/**
 * One reason why a command may not be registered.
 *
 * Requirement: REQ-C-036, REQ-C-001
 */
export interface RegistrationProblem {
  /** The rule's id, in kebab case. */
  readonly rule: string
  /** The requirement the rule comes from. */
  readonly requirement: string
  /** JSON Pointer into the command's manifest entry; "" is the contract itself. */
  readonly path: string
  /** A sentence: what was received, what was expected, why. */
  readonly message: string
  /** A sentence with the exact text to write. */
  readonly fix: string
}

/** A finding with the reason of its rule. */
export function problemOf(
  rule: { readonly id: string; readonly requirement: string; readonly why: string },
  finding: Finding
): RegistrationProblem {
  return Object.freeze({
    rule: rule.id,
    requirement: rule.requirement,
    path: finding.path,
    message: printable(`${finding.what}, because ${rule.why}.`),
    fix: printable(finding.fix)
  })
}

const plainJsonRule = {
  id: "contract-not-json",
  requirement: "REQ-O-041",
  why: "a declaration is data: only plain JSON survives into the manifest"
}

/** The problems of a value that is no JSON; `base` is the pointer of the value itself. */
export function notJson(base: string, faults: readonly Fault[]): readonly RegistrationProblem[] {
  return faults.map(({ path, what }) => {
    const at = `${base}${path}`
    return problemOf(plainJsonRule, {
      path: at,
      what: `${at === "" ? "The contract" : at} ${what}; expected plain JSON`,
      fix: `Write a string, a finite number, true, false, null, an array or a plain object ${at === "" ? "as the contract" : `at ${at}`}, or remove it.`
    })
  })
}

/** Names and values come from anywhere: what a terminal would obey or hide is shown as its code point. */
function printable(text: string): string {
  return text.replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`
  )
}
