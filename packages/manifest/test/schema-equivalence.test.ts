import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  type CommandContract,
  commandEntry,
  type FlagEntry,
  manifestResponse,
  type PositionalEntry,
  registrationProblems
} from "../src/index.ts"
import { candidate } from "./arbitrary-contract.ts"
import { decodeManifest } from "../src/schema/index.ts"
import { entrySchema, manifestSchema, publishedManifestSchema } from "./manifest-schema.ts"

/** Rules that no JSON Schema states; every other rule refuses exactly what the published schema refuses. */
const beyondTheSchema: ReadonlySet<string> = new Set([
  "contract-field-misplaced",
  "contract-not-json",
  "confirm-flag-declared",
  "confirm-flag-destructive",
  "exit-name",
  "exit-range",
  "exit-success",
  "exit-success-without-errors",
  "exit-table",
  "exit-run-table",
  "flag-default",
  "flag-name",
  "flag-root",
  "flag-short",
  "person-codes-elsewhere",
  "person-confirm-flag",
  "person-precondition",
  "person-route",
  "positional-name",
  "positional-order",
  "positional-variadic",
  "scope-name"
])

const misplaced = ["description", "aliases", "flags", "positionals", "examples", "subcommands"]

describe("the rules, the specification's schema, the published schema and the decoder", () => {
  it("refuse the same contracts, flags and positionals, and what they accept builds a valid entry", () => {
    const seen = { valid: 0, invalid: 0, built: 0, personOnly: 0 }
    fc.assert(
      fc.property(candidate, ({ contract, flags, positionals }) => {
        fc.pre(!misplaced.some((name) => Object.hasOwn(contract, name)))
        const entry = { ...contract, description: "What it does", flags, positionals }
        const accepts = entrySchema(entry)
        seen[accepts ? "valid" : "invalid"] += 1
        const problems = registrationProblems(contract, { flags, positionals } as object)
        const refusals = problems.map(({ rule }) => rule).filter((rule) => !beyondTheSchema.has(rule))
        if (refusals.length > 0 === accepts)
          expect.fail(JSON.stringify({ entry, accepts, refusals, errors: entrySchema.errors }))
        expectAllToJudge({ ...root, commands: { "a.b": entry } }, accepts)
        if (problems.length > 0) return
        seen.built += 1
        seen.personOnly += Object.hasOwn(contract, "requires_person") ? 1 : 0
        expectValidEntry(contract as object as CommandContract, flags as never, positionals as never)
      }),
      { numRuns: 13_000 }
    )
    expect(seen.valid).toBeGreaterThan(1500)
    expect(seen.invalid).toBeGreaterThan(2000)
    expect(seen.built).toBeGreaterThan(150)
    expect(seen.personOnly).toBeGreaterThan(40)
  })
})

const root = { schema_version: "3.21", framework_version: "1.0.0", etag: "x" }

function expectAllToJudge(manifest: object, accepts: boolean): void {
  const decoded = decodeManifest(manifest)
  // Told only when they disagree: telling takes longer than judging.
  if (publishedManifestSchema(manifest) === accepts && decoded.ok === accepts) return
  expect.fail(JSON.stringify({ accepts, manifest, decoded, published: publishedManifestSchema.errors }))
}

function expectValidEntry(
  contract: CommandContract,
  flags: Record<string, FlagEntry>,
  positionals: PositionalEntry[]
): void {
  const entry = commandEntry(contract, { description: "What it does", flags, positionals })
  expect(entrySchema(entry), JSON.stringify([entry, entrySchema.errors])).toBe(true)
  const manifest = manifestResponse({ framework_version: "1.0.0", commands: { "a.b": entry } })
  expect(manifestSchema(manifest), JSON.stringify(manifestSchema.errors)).toBe(true)
}
