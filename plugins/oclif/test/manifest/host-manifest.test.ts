import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import type { CommandEntry } from "@byhand/manifest"
import { manifestSchema } from "../../../../packages/manifest/test/manifest-schema.ts"
import { flagEntry } from "../../src/describe/flag-entries.ts"
import { hostManifest } from "../../src/describe/host-manifest.ts"
import type { FlagDefinition } from "../../src/gate/oclif-shape.ts"
import { type CachedCommand, cachedHost, type CachedHost } from "../support/cached-host.ts"

let host: CachedHost | undefined
afterEach(() => host?.remove())

async function manifestOf(
  commands: Readonly<Record<string, CachedCommand>>,
  { major = 4, oclif = {} }: { major?: 4 | 5; oclif?: Readonly<Record<string, unknown>> } = {}
) {
  host?.remove()
  host = cachedHost(commands, oclif)
  const { manifest } = hostManifest(await host.config(major))
  expect(manifestSchema(manifest), JSON.stringify(manifestSchema.errors)).toBe(true)
  return manifest
}

async function entryOf(command: CachedCommand): Promise<CommandEntry> {
  const { commands } = await manifestOf({ "do:it": command })
  return commands["do.it"] as CommandEntry
}

const option = (more: object) => flagEntry({ type: "option", ...more } as FlagDefinition)

describe.each([4, 5] as const)("the manifest of a host that oclif %i cached", (major) => {
  it("says of a command that declares nothing what is safe to assume, and leaves the rest to the root", async () => {
    const { commands, exit_codes = {}, schema_version } = await manifestOf({ hello: {} }, { major })
    expect(commands["hello"]).toEqual({
      description: "hello",
      danger_level: "mutating",
      required_scopes: [],
      flags: {},
      positionals: [],
      exit_codes: {
        "0": {
          name: "SUCCESS",
          description: "The command is done",
          retryable: false,
          side_effects: "complete"
        }
      }
    })
    expect(Object.keys(exit_codes)).toEqual(["1", "2", "129", "130", "143"])
    expect(Object.values(exit_codes).every(({ retryable }) => !retryable)).toBe(true)
    expect(schema_version).toBe("3.18")
  })

  it("lists a command once, by its own name, whatever oclif lists under its aliases", async () => {
    const { commands } = await manifestOf(
      { "apps:list": { aliases: ["apps", "apps:ls"], hiddenAliases: ["secret"] }, "apps:open": {} },
      { major }
    )
    expect(Object.keys(commands)).toEqual(["apps.list", "apps.open"])
    expect(commands["apps.list"]?.aliases).toEqual(["apps", "apps.ls"])
  })

  it("says which commands stand below one, and which come with the framework", async () => {
    const { commands } = await manifestOf(
      {
        apps: {},
        "apps:list": {},
        "apps:list:all": {},
        "apps:open": {},
        autocomplete: { pluginName: "@oclif/plugin-autocomplete" },
        "byhand:check": { pluginName: "@byhand/oclif" }
      },
      { major }
    )
    expect(commands["apps"]?.subcommands).toEqual(["apps.list", "apps.open"])
    expect(commands["apps.list"]?.subcommands).toEqual(["apps.list.all"])
    expect(Object.keys(commands).filter((name) => commands[name]?.builtin)).toEqual([
      "autocomplete",
      "byhand.check"
    ])
  })

  it("is the same for the same commands in another order, and another one when a word changes", async () => {
    const flags = { a: { type: "boolean", name: "a" }, b: { type: "option", name: "b" } }
    const one = await manifestOf({ a: { flags }, b: {} }, { major })
    const two = await manifestOf({ b: {}, a: { flags: { b: flags.b, a: flags.a } } }, { major })
    const other = await manifestOf({ a: { flags }, b: { summary: "Another word" } }, { major })
    expect([two.etag, other.etag === one.etag]).toEqual([one.etag, false])
  })
})

describe("an entry", () => {
  it("has of every flag its type, its choices, its default, its letter and its variable", async () => {
    const { flags } = await entryOf({
      flags: {
        force: { name: "force", type: "boolean", char: "f", allowNo: true, summary: "Do it all the same" },
        region: { name: "region", type: "option", options: ["eu", "us"], default: "eu", env: "REGION" },
        tag: { name: "tag", type: "option", multiple: true, options: ["a", "b"], required: true },
        level: { name: "level", type: "option", options: [1, 2], default: null },
        secret: { name: "secret", type: "option", hidden: true },
        odd: { name: "odd", type: "option", env: "NOT-A-NAME", char: "", default: { a: 1 } }
      }
    })
    expect(flags).toEqual({
      force: { type: "boolean", required: false, description: "Do it all the same", short: "f" },
      "no-force": { type: "boolean", required: false, description: "Turn --force off" },
      region: {
        type: "enum",
        required: false,
        description: "",
        enum_values: ["eu", "us"],
        default: "eu",
        env_vars: [{ name: "REGION" }]
      },
      tag: { type: "array", required: true, description: "", enum_values: ["a", "b"] },
      level: { type: "enum", required: false, description: "", enum_values: ["1", "2"] },
      odd: { type: "string", required: false, description: "" }
    })
  })

  it("has a type that its default is of, and no default that no call could give", async () => {
    const anything = fc.oneof(fc.string(), fc.integer(), fc.double(), fc.boolean(), fc.constant(undefined))
    const flag = fc.record({
      type: fc.constantFrom("boolean", "option"),
      multiple: fc.boolean(),
      default: anything,
      options: fc.option(fc.array(fc.oneof(fc.string(), fc.integer())), { nil: undefined })
    })
    fc.assert(
      fc.property(flag, (cached) => {
        const entry = flagEntry(cached as FlagDefinition)
        const { type, enum_values = [], default: standard } = entry
        if (standard === undefined) return
        const types = {
          string: "string",
          boolean: "boolean",
          integer: "number",
          number: "number",
          enum: "string"
        }
        expect(typeof standard).toBe(types[type as keyof typeof types])
        if (type === "integer") expect(Number.isInteger(standard)).toBe(true)
        if (entry.enum_values !== undefined) expect(enum_values).toContain(standard)
      }),
      { numRuns: 2000 }
    )
    expect(option({ default: 4 })).toMatchObject({ type: "integer", default: 4 })
    expect(option({ default: 0.5 })).toMatchObject({ type: "number", default: 0.5 })
    expect(option({ default: 2, options: ["1", "2"] })).toMatchObject({
      type: "integer",
      enum_values: [1, 2]
    })
    expect(option({ default: "4" })).toMatchObject({ type: "string", default: "4" })
    expect(option({ default: "the newest", options: ["a"] })).not.toHaveProperty("default")
    expect(option({ default: "a", options: ["a"], multiple: true })).not.toHaveProperty("default")
  })

  it("shows how the command is named where a dot path does not say it", async () => {
    const example = "<%= config.bin %> <%= command.id %> --all"
    const { commands } = await manifestOf(
      { "do:it": {}, "do:that": { examples: [example] }, alone: {} },
      { oclif: { topicSeparator: ":" } }
    )
    expect(Object.values(commands).map(({ examples }) => examples?.map(({ command }) => command))).toEqual([
      undefined,
      ["hosted do:it"],
      ["hosted do:that --all"]
    ])
  })

  it("keeps a flag of its own that has a root flag's name, and leaves out the root flag", async () => {
    const own = { name: "format", type: "option", options: ["csv", "table"], description: "Of the table" }
    expect(
      (await entryOf({ flags: { format: own, help: { name: "help", type: "boolean" } } })).flags
    ).toEqual({
      format: { type: "enum", required: false, description: "Of the table", enum_values: ["csv", "table"] }
    })
  })

  it("says which flags go together, as a rule or in words", async () => {
    const { requires, flags } = await entryOf({
      flags: {
        all: { name: "all", type: "boolean", exclusive: ["app", "gone"] },
        app: { name: "app", type: "option", dependsOn: ["space"], description: "The app." },
        space: { name: "space", type: "option" },
        size: { name: "size", type: "option", options: ["s", "l"], dependsOn: ["app"] },
        json: {
          name: "json",
          type: "boolean",
          relationships: [
            { type: "all", flags: ["app"] },
            { type: "none", flags: [{ name: "size" }] },
            { type: "some", flags: ["space", "all"] }
          ]
        }
      }
    })
    expect(requires).toEqual([
      { if_flag: "all", prohibited: ["app"] },
      { if_flag: "size", if_value: "s", then_required: ["app"] },
      { if_flag: "size", if_value: "l", then_required: ["app"] },
      { if_flag: "json", if_value: true, then_required: ["app"] },
      { if_flag: "json", prohibited: ["size"] }
    ])
    expect([flags["app"]?.description, flags["json"]?.description]).toEqual([
      "The app. Needs --space.",
      "Needs --space or --all."
    ])
  })

  it("has the positionals in call order under names of the contract's form, and says what takes any number", async () => {
    const text = { description: "A word" }
    expect(
      (
        await entryOf({
          strict: false,
          args: {
            appName: { name: "appName", required: true, options: ["a"], ...text },
            APP_NAME: { name: "APP_NAME", ...text },
            "9 lives": { name: "9 lives", ...text },
            app_name: { name: "app_name", ...text }
          }
        })
      ).positionals?.map(({ name, type, required, variadic }) => [name, type, required, variadic])
    ).toEqual([
      ["app-name", "enum", true, undefined],
      ["app_name", "string", false, undefined],
      ["lives", "string", false, undefined],
      ["app_name-2", "string", false, undefined],
      ["arguments", "string", false, true]
    ])
  })

  it("has each example as a line that can be run, with what is said of it", async () => {
    const { examples, description } = await entryOf({
      summary: "Does <%= command.id %> for <%= config.bin %>; <%= 1 + 1 %> <%= config.nothing %>",
      examples: [
        "<%= config.bin %> <%= command.id %> a",
        "Do it twice:\n$ <%- config.bin %> do it a\n$ hosted do it b",
        { description: "Of <%= config.name %>", command: "hosted do it c" },
        "prose that names\nno command",
        { description: "no command" },
        null
      ]
    })
    expect(description).toBe("Does do it for hosted; <%= 1 + 1 %> <%= config.nothing %>")
    expect(examples).toEqual([
      { description: "", command: "hosted do it a" },
      { description: "Do it twice:", command: "hosted do it a" },
      { description: "Do it twice:", command: "hosted do it b" },
      { description: "Of hosted", command: "hosted do it c" }
    ])
  })

  it("survives what JSON cannot carry", async () => {
    const { description } = await entryOf({ summary: "half \ud83d a pair" })
    expect(description).toBe("half \u{FFFD} a pair")
  })
})
