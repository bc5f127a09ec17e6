import { readFileSync } from "node:fs"
import { Ajv, type ErrorObject } from "ajv"
import addFormats from "ajv-formats"
import type { ResponseEnvelope } from "../src/index.ts"

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats.default(ajv)
const validate = ajv.compile(
  JSON.parse(readFileSync(new URL("fixtures/response-envelope.json", import.meta.url), "utf8")) as object
)

/** What the published contract says is wrong with the document that an envelope is written as. */
export function contractErrors(envelope: ResponseEnvelope): readonly ErrorObject[] {
  validate(JSON.parse(JSON.stringify(envelope)))
  return validate.errors ?? []
}

/** Every string of a JSON value, keys included. */
export function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsOf(item)])
}
