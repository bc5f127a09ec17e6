import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts"
import { keepKnown, warningFields } from "./known-fields.ts"

/** Something that did not stop the command. */
export interface Warning {
  /** `^[A-Z][A-Z0-9_]+$` */
  readonly code: string
  readonly message: string
  readonly context?: JsonObject
}

/** The warnings of an envelope made of any JSON value: what is not a warning is made one, so that none is lost. */
export function cleanWarnings(given: JsonValue | undefined): Warning[] {
  if (given === undefined || given === null) return []
  return (Array.isArray(given) ? (given as readonly JsonValue[]) : [given]).map((item) => {
    const warning = isJsonObject(item)
      ? item
      : { message: typeof item === "string" ? item : JSON.stringify(item) }
    const { code, message, context } = Object.fromEntries(keepKnown(warning, warningFields).kept)
    return Object.freeze({
      code: typeof code === "string" ? code : "WARNING",
      message: typeof message === "string" ? message : "This warning came without a message.",
      ...(isJsonObject(context) && { context })
    })
  })
}
