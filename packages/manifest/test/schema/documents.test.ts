import type { ValidateFunction } from "ajv"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson } from "../../src/index.ts"
import { type Decoded, decodeEnvelope, decodeExitCodeEntry, decodeManifest } from "../../src/schema/index.ts"
import { envelopes, exits, roots } from "../arbitrary-documents.ts"
import * as schemas from "../manifest-schema.ts"

interface Judges {
  readonly specified: ValidateFunction
  readonly published: ValidateFunction
  readonly decode: (document: unknown) => Decoded<unknown>
}

function expectToAgree(
  documents: fc.Arbitrary<unknown>,
  { specified, published, decode }: Judges,
  numRuns: number
) {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(documents, (document) => {
      const accepts = specified(document)
      seen[accepts ? "valid" : "invalid"] += 1
      const decoded = decode(document)
      // Told only when they disagree: telling takes longer than judging.
      if (published(document) !== accepts || decoded.ok !== accepts)
        expect.fail(
          JSON.stringify({ accepts, document, decoded, errors: [specified.errors, published.errors] })
        )
      if (
        decoded.ok ? canonicalJson(decoded.value) !== canonicalJson(document) : decoded.problems.length === 0
      )
        expect.fail(JSON.stringify({ document, decoded }))
    }),
    { numRuns }
  )
  expect(seen.valid).toBeGreaterThan(numRuns / 8)
  expect(seen.invalid).toBeGreaterThan(numRuns / 8)
}

describe("the specification's schema, the published schema and the decoder accept the same", () => {
  it("exits", () => {
    const { exitCodeSchema, publishedExitCodeSchema } = schemas
    const judges = {
      specified: exitCodeSchema,
      published: publishedExitCodeSchema,
      decode: decodeExitCodeEntry
    }
    expectToAgree(exits, judges, 3000)
  })

  it("roots of manifests", () => {
    const { manifestSchema, publishedManifestSchema } = schemas
    const judges = { specified: manifestSchema, published: publishedManifestSchema, decode: decodeManifest }
    expectToAgree(roots, judges, 4000)
  })

  it("envelopes", () => {
    const { envelopeSchema, publishedEnvelopeSchema } = schemas
    const judges = { specified: envelopeSchema, published: publishedEnvelopeSchema, decode: decodeEnvelope }
    expectToAgree(envelopes, judges, 5000)
  })
})
