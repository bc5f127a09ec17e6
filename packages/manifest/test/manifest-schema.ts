import { readFileSync } from "node:fs"
import { Ajv, type ValidateFunction } from "ajv"

function fixture(name: string): object {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")) as object
}

const ajv = new Ajv({ strict: false, allErrors: false })
ajv.addSchema(fixture("exit-code-entry.json"))
ajv.addSchema(fixture("manifest-response.json"))

function compiled(reference: string): ValidateFunction {
  const validate = ajv.getSchema(reference)
  if (validate === undefined) throw new Error(`The schema ${reference} is not there.`)
  return validate
}

/** The published schema of one manifest entry. */
export const entrySchema = compiled("manifest-response.json#/definitions/CommandEntry")

/** The published schema of a whole manifest. */
export const manifestSchema = compiled("manifest-response.json")
