import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { Finding } from "../finding.ts"
import { memberOf } from "../json.ts"

/** What the rules look at: plain JSON, of any shape. */
export interface Subject {
  readonly contract: JsonObject
  /** The command's flags, by name; undefined when they are not known. */
  readonly flags: JsonValue | undefined
  /** The command's positional arguments; undefined when they are not known. */
  readonly positionals: JsonValue | undefined
}

/** One rule of registration. */
export interface Rule {
  readonly id: string
  /** The requirement it comes from. */
  readonly requirement: string
  /** Why, as the end of a sentence that begins "because …". */
  readonly why: string
  /** The fields of the contract without which the rule finds nothing; left out where it looks at others, or for what is missing. */
  readonly about?: readonly string[]
  readonly check: (subject: Subject) => readonly Finding[]
}

/** Whether the contract speaks of a person-only command, however badly. */
export function isPersonOnly(contract: JsonObject): boolean {
  const declared = memberOf(contract, "requires_person")
  return declared !== undefined && declared !== false && declared !== null
}

/** Whether the command hands its arguments to another program (REQ-C-031). */
export function isPassthrough(contract: JsonObject): boolean {
  return memberOf(contract, "arguments") === "passthrough"
}
