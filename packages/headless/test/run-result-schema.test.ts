import { readFileSync } from "node:fs"
import { Ajv } from "ajv"
import { expect, it } from "vitest"
import { runResultSchema } from "../src/controller/run-result-schema.ts"
import { harnessError, reportOf } from "../src/report.ts"

const published = () =>
  JSON.parse(readFileSync(new URL("../schema/run-result.json", import.meta.url), "utf8")) as object

it("is published as the controller has it: when this fails, run `npm run build && node scripts/run-result-schema.mjs`", () => {
  expect(published()).toEqual(runResultSchema())
})

it("is a schema of draft-07 that the result of a run which never began satisfies, and one without its ending does not", () => {
  const validate = new Ajv({ strict: true, strictTypes: false }).compile(published())
  const usage = { calls: 0, input_tokens: 0, output_tokens: 0 }
  const facts = { session_id: null, state: null, usage, program: null }
  const error = harnessError({ code: "EMPTY_INPUT", message: "There is no request." })
  const { data } = reportOf({ ending: "HARNESS_ERROR", error, warnings: [] }, facts, 1).envelope
  expect([validate(data), validate.errors]).toEqual([true, null])
  expect(validate({ ...(data as object), ending: undefined })).toBe(false)
  expect(validate({ ...(data as object), exit_code: 6 })).toBe(false)
})
