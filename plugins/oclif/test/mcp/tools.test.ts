import { afterEach, describe, expect, it } from "vitest"
import { toolName } from "../../src/mcp/tool-name.ts"
import { toolDefinition } from "../../src/mcp/tool-definition.ts"
import { toolsOf } from "../../src/mcp/tools.ts"
import { type CachedCommand, cachedHost, type CachedHost } from "../support/cached-host.ts"

let host: CachedHost | undefined
afterEach(() => host?.remove())

async function toolsIn(commands: Readonly<Record<string, CachedCommand>>, major: 4 | 5 = 4) {
  host = cachedHost(commands)
  return [...toolsOf(await host.config(major)).values()].map(toolDefinition)
}

const done = { description: "It is done", retryable: false, side_effects: "none" }
const safe = { danger_level: "safe", required_scopes: [], exit_codes: { "0": done } }
const handed = { ...done, error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"] }

describe.each([4, 5] as const)("the tools of a host that oclif %i cached", (major) => {
  it("are its commands, but for those that are hidden, a person's, a server, or kept from clients by any word", async () => {
    const tools = await toolsIn(
      {
        open: {},
        "apps:list": { aliases: ["apps"], contract: safe },
        hidden: { hidden: true },
        off: { contract: { ...safe, mcp: false } },
        "off-and-broken": { contract: { ...safe, mcp: false, nonsense: 1 } },
        "off-and-wrong": { contract: { ...safe, mcp: "false" } },
        person: {
          contract: {
            ...safe,
            requires_person: true,
            interactive: true,
            mcp: false,
            exit_codes: { "0": done, "4": handed }
          }
        },
        "person-and-broken": { contract: { ...safe, requires_person: true } },
        "guarded-without-a-word": { guardedAs: "person-only" },
        "outside-the-contract": { requiresPerson: true },
        language: { contract: { ...safe, stdout: "protocol", protocol: "lsp" } },
        "language-and-broken": { contract: { ...safe, stdout: "protocol" } },
        "no-contract": { contract: "safe" }
      },
      major
    )
    expect(tools.map(({ name }) => name)).toEqual(["apps_list", "open"])
  })
})

const hints = (
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
  openWorldHint: boolean
) => ({
  readOnlyHint,
  destructiveHint,
  idempotentHint,
  openWorldHint
})

describe("a tool", () => {
  it("says from the danger level what a call does, and the worst of a command that declares nothing", async () => {
    const tools = await toolsIn({
      a: { contract: { ...safe, idempotent: true, has_network_io: false } },
      b: { contract: { ...safe, danger_level: "mutating", has_network_io: true } },
      c: { contract: { ...safe, danger_level: "destructive" } },
      d: {}
    })
    expect(tools.map(({ annotations }) => annotations)).toEqual([
      hints(true, false, true, false),
      hints(false, false, false, true),
      hints(false, true, false, true),
      hints(false, true, false, true)
    ])
  })

  it("takes the positionals and the flags of its command, each once, and nothing else", async () => {
    const [tool] = await toolsIn({
      copy: {
        args: { from: { name: "from", required: true }, to: { name: "to", options: ["a", "b"] } },
        strict: false,
        flags: {
          to: { name: "to", type: "option", required: true, description: "Where to" },
          tag: { name: "tag", type: "option", multiple: true, options: ["x"] },
          force: { name: "force", type: "boolean", allowNo: true },
          "no-wait": { name: "no-wait", type: "boolean" },
          region: { name: "region", type: "option", default: "eu" }
        }
      }
    })
    expect(tool?.inputSchema).toEqual({
      type: "object",
      properties: {
        from: { type: "string" },
        to: { type: "string", enum: ["a", "b"] },
        arguments: {
          type: "array",
          items: { type: "string" },
          description: "Further arguments, which the command takes as they are"
        },
        "--to": { type: "string", description: "Where to" },
        tag: { type: "array", items: { type: "string", enum: ["x"] } },
        force: { type: "boolean" },
        "no-wait": { type: "boolean" },
        region: { type: "string", default: "eu" }
      },
      required: ["from", "--to"],
      additionalProperties: false
    })
  })
})

describe("the name of a tool", () => {
  it("is the command's words where they are plain, and has a digest where they are not", () => {
    expect(toolName(["apps", "list-all"], "bin")).toBe("apps_list-all")
    expect(toolName([], "bin")).toBe("bin")
    expect(toolName(["apps_list"], "bin")).toMatch(/^apps_list__[0-9a-f]{8}$/)
    expect(toolName(["äpps", "list"], "bin")).toMatch(/^-pps_list__[0-9a-f]{8}$/)
    expect(toolName(["x".repeat(65)], "bin")).toMatch(/^x{54}__[0-9a-f]{8}$/)
  })

  it("is one that every client takes, and no two commands share one", () => {
    const parts = ["a", "a_b", "a__b", "b", "ab", "a-b", "a.b", "a b", "é", "x".repeat(40), "_", "__"]
    const paths = parts.flatMap((one) => [[one], ...parts.map((two) => [one, two])])
    const names = paths.map((path) => toolName(path, "bin"))
    expect(new Set(names).size).toBe(paths.length)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})
