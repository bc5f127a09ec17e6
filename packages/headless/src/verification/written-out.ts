import type { JsonValue } from "@byhand/envelope"
import { jsonOf } from "../sandbox/json-of.ts"
import type { Constants } from "../sandbox/language.ts"
import { isSameJson } from "./same-json.ts"

/** Characters from which a text is told by itself: no program comes by it without computing or being given it. */
const tellingText = 16

/**
 * Whether a witness stands in the source of the program that printed it. One with parts, or a long text, stands there when
 * constants alone make it anywhere. A number or a short text may be there by chance: it counts only where it is printed.
 */
export function isWrittenOut(witness: JsonValue, { values, printed }: Constants): boolean {
  return [...(isTelling(witness) ? values : []), ...printed].some(
    (value) => isSameJson(value, witness) || (typeof value === "string" && isSameJson(jsonOf(value), witness))
  )
}

function isTelling(witness: JsonValue): boolean {
  if (typeof witness === "string") return witness.length >= tellingText
  return typeof witness === "object" && witness !== null && Object.keys(witness).length > 0
}
