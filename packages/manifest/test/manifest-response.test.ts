import { describe, expect, it } from "vitest"
import {
  type CommandContract,
  commandEntry,
  declaration,
  manifestResponse,
  personContract,
  registrationProblems
} from "../src/index.ts"
import { list } from "./contracts.ts"
import { entrySchema, manifestSchema } from "./manifest-schema.ts"

/** The manifest of REQ-C-036, word for word. */
const published = JSON.parse(`{
  "schema_version": "3.21",
  "framework_version": "2.5.0",
  "etag": "sha256:3e8a51",
  "commands": {
    "decisions.approve": {
      "description": "Record a person's approval of a decision an agent proposed",
      "danger_level": "mutating",
      "required_scopes": ["decisions:approve"],
      "interactive": true,
      "mcp": false,
      "requires_person": true,
      "flags": {},
      "positionals": [{ "name": "id", "type": "string", "required": true, "description": "ID of the decision to approve" }],
      "exit_codes": {
        "0": { "name": "SUCCESS", "description": "The approval is recorded", "retryable": false, "side_effects": "complete" },
        "4": { "name": "PRECONDITION", "description": "No person confirmed the approval at a terminal; nothing is recorded", "retryable": false, "side_effects": "none", "error_codes": ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"] }
      }
    }
  }
}`) as { commands: Record<string, object> }

class Command {
  readonly argv: readonly string[] = []
}

class Approve extends Command {
  static description = "Record a person's approval of a decision an agent proposed"
  static contract = personContract({
    danger_level: "mutating",
    required_scopes: ["decisions:approve"],
    exit_codes: {
      0: {
        name: "SUCCESS",
        description: "The approval is recorded",
        retryable: false,
        side_effects: "complete"
      },
      4: {
        description: "No person confirmed the approval at a terminal; nothing is recorded",
        retryable: false,
        side_effects: "none"
      }
    }
  })
}

const id = {
  name: "id",
  type: "string",
  required: true,
  description: "ID of the decision to approve"
} as const
const yes = { type: "boolean", required: false, description: "Answer every prompt with yes" } as const

function approveEntry(flags: Record<string, typeof yes> = {}) {
  const { contract, problems } = declaration(Approve)
  expect([...problems, ...registrationProblems(contract, { flags, positionals: [id] })]).toEqual([])
  return commandEntry(contract, { description: Approve.description, flags, positionals: [id] })
}

const empty = { flags: {}, positionals: [] }
const withContract = (change: Partial<CommandContract>) =>
  manifestResponse({
    framework_version: "1.0.0",
    commands: { a: commandEntry({ ...list, ...change }, { description: "Do it", ...empty }) }
  })

describe("a manifest", () => {
  it("is the specification's own document, built from the declarations of a class", () => {
    const built = manifestResponse({
      framework_version: "2.5.0",
      commands: { "decisions.approve": approveEntry() }
    })
    const etag = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) // the document abbreviates its own
    expect(built).toEqual({ ...published, etag })
    expect(manifestSchema(built)).toBe(true)
  })

  it("differs from that document by nothing but the flag that every interactive command has", () => {
    const entry = approveEntry({ yes })
    expect({ ...entry, flags: {} }).toEqual(published.commands["decisions.approve"])
    expect(entry.flags).toEqual({ yes })
    expect(entrySchema(entry)).toBe(true)
  })

  it("has the lowest schema version that has every field used", () => {
    const exit = {
      ...list.exit_codes["0"],
      description: "Done",
      retryable: false,
      side_effects: "none"
    } as const
    expect(withContract({}).schema_version).toBe("3.18")
    expect(
      withContract({ exit_codes: { "0": exit, "5": { ...exit, error_codes: [] } } }).schema_version
    ).toBe("3.19")
    expect(
      withContract({ exit_codes: { "0": exit, "14": exit }, interruption: { detach: true, resume: false } })
        .schema_version
    ).toBe("3.20")
    const root = {
      framework_version: "1.0.0",
      commands: {},
      exit_codes: { "5": { ...exit, error_codes: [] } }
    }
    expect(manifestResponse(root).schema_version).toBe("3.19")
  })

  it("has the same etag for the same registrations in another order, and another one for others", () => {
    const a = commandEntry(list, { description: "A", ...empty })
    const b = commandEntry(list, { description: "B", ...empty })
    const forth = manifestResponse({ framework_version: "1.0.0", commands: { a, b } })
    const back = manifestResponse({ framework_version: "1.0.1", commands: { b, a } })
    expect(back.etag).toBe(forth.etag)
    expect(Object.keys(back.commands)).toEqual(["a", "b"])
    const other = manifestResponse({
      framework_version: "1.0.0",
      commands: { a, b },
      flags: { verbose: yes }
    })
    expect(other.etag).not.toBe(forth.etag)
    expect(manifestSchema(other)).toBe(true)
  })

  it("shows requires_person on no entry that does not declare it", () => {
    expect(Object.keys(commandEntry(list, { description: "A", ...empty }))).not.toContain("requires_person")
    expect(Object.keys(commandEntry(undefined, { description: "A", ...empty }))).not.toContain(
      "requires_person"
    )
  })

  it("assumes a change of a command that declares nothing, in a valid entry", () => {
    const entry = commandEntry(undefined, {
      description: "Say hello",
      aliases: ["hi"],
      flags: { yes },
      positionals: [id],
      examples: [{ description: "Greet", command: "tool hello" }],
      subcommands: ["hello.world"],
      builtin: true
    })
    expect(entry).toMatchObject({ danger_level: "mutating", aliases: ["hi"], builtin: true })
    expect(Object.values(entry.exit_codes).every(({ retryable }) => !retryable)).toBe(true)
    expect(entrySchema(entry), JSON.stringify(entrySchema.errors)).toBe(true)
  })
})
