import { readFileSync } from "node:fs"
import { Ajv, type ValidateFunction } from "ajv"
import addFormats from "ajv-formats"

function read(path: string): object {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as object
}

const ajv = new Ajv({ strict: false, allErrors: false })
addFormats.default(ajv)
for (const name of ["exit-code-entry.json", "manifest-response.json"]) ajv.addSchema(read(`fixtures/${name}`))
ajv.addSchema(read("../../envelope/test/fixtures/response-envelope.json"))

function compiled(reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference)
  if (validate === undefined) throw new Error(`The schema ${reference} is not there.`)
  return validate
}

/** The specification's schema of one manifest entry. */
export const entrySchema = compiled("manifest-response.json#/definitions/CommandEntry")

/** The specification's schema of a whole manifest. */
export const manifestSchema = compiled("manifest-response.json")

/** The specification's schemas of what one exit means, and of an envelope. */
export const exitCodeSchema = compiled("exit-code-entry.json")
export const envelopeSchema = compiled("response-envelope.json")

/** This package's own schemas. */
export const publishedManifestSchema = published("manifest-response")
export const publishedExitCodeSchema = published("exit-code-entry")
export const publishedEnvelopeSchema = published("response-envelope")

function published(name: string): ValidateFunction {
  return ajv.compile(read(`../schema/${name}.json`))
}
