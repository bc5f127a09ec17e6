import { readFileSync } from "node:fs"
import * as Schema from "effect/Schema"
import { describe, expect, expectTypeOf, it } from "vitest"
import { commandEntry, manifestResponse, type ManifestResponse } from "../../src/index.ts"
import {
  CommandEntry,
  decodeEnvelope,
  decodeManifest,
  jsonSchemas,
  ManifestResponse as ManifestSchema
} from "../../src/schema/index.ts"
import { approve, list } from "../contracts.ts"
import { hostileValues } from "../hostile.ts"

const shape = { description: "What it does", flags: {}, positionals: [] }
const manifest = manifestResponse({
  framework_version: "1.0.0",
  commands: { "a.approve": commandEntry(approve, shape), "a.list": commandEntry(list, shape) }
})

const problemsOf = (document: unknown) => {
  const decoded = decodeManifest(document)
  return decoded.ok ? [] : decoded.problems
}

describe("a manifest that is read", () => {
  it("is what was written, when it is in order", () => {
    expect(decodeManifest(JSON.parse(JSON.stringify(manifest)))).toEqual({ ok: true, value: manifest })
    expectTypeOf<ManifestResponse>().toExtend<typeof ManifestSchema.Type>()
  })

  it("has every problem listed at its place, those between fields too where a field is wrong itself", () => {
    const broken = {
      ...manifest,
      schema_version: "3",
      extra: 1,
      commands: {
        "a/b": {
          ...manifest.commands["a.approve"],
          mcp: true,
          description: 7,
          interruption: { detach: false, resume: false, idle_timeout_ms: 0 },
          exit_codes: { "04": { description: "", retryable: true, side_effects: "partial" } },
          flags: { x: { type: "object", required: "yes", description: "", enum_values: [1] } }
        }
      }
    }
    expect(problemsOf(broken).map(({ path }) => path)).toEqual([
      "/commands/a~1b/description",
      "/commands/a~1b/exit_codes",
      "/commands/a~1b/exit_codes/04",
      "/commands/a~1b/exit_codes/04/description",
      "/commands/a~1b/exit_codes/04/side_effects",
      "/commands/a~1b/flags/x/enum_values/0",
      "/commands/a~1b/flags/x/required",
      "/commands/a~1b/flags/x/schema",
      "/commands/a~1b/interruption/idle_timeout_ms",
      "/commands/a~1b/interruption/resume",
      "/commands/a~1b/mcp",
      "/commands/a~1b/mcp",
      "/extra",
      "/schema_version"
    ])
    expect(problemsOf(broken).every(({ message }) => /^(Expected|Missing) /.test(message))).toBe(true)
  })

  it("is refused with a place when it is no JSON, and nothing makes reading throw", () => {
    expect(problemsOf({ ...manifest, commands: { a: undefined } })).toEqual([
      { path: "/commands/a", message: "Expected plain JSON; it is undefined" }
    ])
    // Of 2^60 paths two million are walked before they are too many: some seconds, and another test's.
    const { shared: _endless, ...others } = hostileValues
    for (const [name, value] of Object.entries(others)) {
      expect(decodeManifest(value).ok, name).toBe(false)
      expect(decodeEnvelope({ value }).ok, name).toBe(false)
    }
  })

  it("is refused by the schema itself too, as Effect decodes", () => {
    const entry = { ...manifest.commands["a.approve"], mcp: undefined }
    const { mcp: _left, ...without } = entry
    expect(Schema.decodeUnknownResult(CommandEntry)(without)._tag).toBe("Failure")
    expect(Schema.decodeUnknownResult(CommandEntry)(manifest.commands["a.approve"])._tag).toBe("Success")
  })
})

describe("the published files", () => {
  it("are what the schemas say", () => {
    for (const [name, schema] of Object.entries(jsonSchemas())) {
      const text = readFileSync(new URL(`../../schema/${name}`, import.meta.url), "utf8")
      expect(JSON.parse(text), `${name}: run node scripts/manifest-schemas.mjs`).toEqual(schema)
    }
  })
})
