import * as fc from "fast-check"
import { expect } from "vitest"
import type { EnvelopeOptions, ResponseEnvelope } from "../src/index.ts"
import { contractErrors, textsOf } from "./contract.ts"
import { anyValue } from "./hostile.ts"

export const envelopeKeys = ["ok", "data", "error", "warnings", "meta"]
export const controlCharacter = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/

/** What every envelope is, whatever it was made of. */
export function expectValid(envelope: ResponseEnvelope): void {
  const document = JSON.stringify(envelope)
  expect(contractErrors(envelope), document.slice(0, 500)).toEqual([])
  expect(Object.keys(envelope)).toEqual(envelopeKeys)
  expect(JSON.parse(document)).toEqual(envelope)
  expect(
    textsOf(envelope).filter((text) => controlCharacter.test(text) || /\p{Surrogate}/u.test(text))
  ).toEqual([])
  expect(frozenThrough(envelope)).toBe(true)
  expect(envelope.ok).toBe(envelope.meta.exit_code === 0)
  expect(envelope.error === null).toBe(envelope.ok)
}

function frozenThrough(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(frozenThrough)
}

/** Options of an envelope of which nothing keeps to its type but the duration. */
export const anyOptions = fc.record(
  { durationMs: fc.oneof(fc.double(), fc.integer()), warnings: anyValue, meta: anyValue, data: anyValue },
  { requiredKeys: ["durationMs"] }
) as fc.Arbitrary<EnvelopeOptions>
