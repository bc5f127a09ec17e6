import { readFileSync } from "node:fs"
import { Ajv } from "ajv"
import addFormats from "ajv-formats"
import { expect } from "vitest"

const ajv = new Ajv({ allErrors: true, strict: false })
addFormats.default(ajv)
const schema = new URL("../fixtures/response-envelope.json", import.meta.url)
const validate = ajv.compile(JSON.parse(readFileSync(schema, "utf8")) as object)

/** An envelope as the contract describes it. */
export interface Envelope {
  readonly ok: boolean
  readonly data: unknown
  readonly error: {
    readonly code: string
    readonly message: string
    readonly retryable?: boolean
    readonly suggestion?: string
    readonly fix_command?: string
    readonly fix_required?: string
    readonly context?: Readonly<Record<string, unknown>>
  } | null
  readonly warnings: readonly { readonly code: string }[]
  readonly meta: { readonly exit_code: number; readonly contract?: string }
}

/** The envelope that a text consists of: one document, one line feed, nothing else, and valid by the published schema. */
export function envelopeOf(text: string): Envelope {
  expect(text, "one document on one line").toMatch(/^\{.*\}\n$/u)
  const envelope = JSON.parse(text) as Envelope
  validate(envelope)
  expect(validate.errors ?? [], text.slice(0, 500)).toEqual([])
  expect(envelope.meta.contract).toBe("command")
  return envelope
}
