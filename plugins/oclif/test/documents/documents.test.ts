import { describe, expect, it } from "vitest"
import { type CommandEntry, commandEntry, manifestResponse, personContract } from "@byhand/manifest"
import { agentSection } from "../../src/documents/agent-section.ts"
import { withSection } from "../../src/documents/marked-section.ts"

const id = { name: "id", type: "string", required: true, description: "ID" } as const
const done = { description: "It is done", retryable: false, side_effects: "complete" } as const
const purge: CommandEntry = {
  ...commandEntry(undefined, {
    description: "Delete <b>all</b> | of it\n<!-- byhand:end -->",
    flags: {},
    positionals: [
      { ...id, variadic: true },
      { ...id, name: "why", required: false }
    ]
  }),
  danger_level: "destructive",
  exit_codes: { "0": done, "12": { ...done, retryable: true, side_effects: "none" } }
}
const approve = commandEntry(
  personContract({ danger_level: "mutating", required_scopes: [], exit_codes: { "0": done } }),
  { description: "Approve it", flags: {}, positionals: [id] }
)
const manifest = manifestResponse({
  framework_version: "1.0.0",
  commands: { "a.approve": approve, "a.purge": purge },
  exit_codes: { "1": { ...done, description: "It failed", side_effects: "partial" } }
})
const section = agentSection(manifest, { bin: "tool", topicSeparator: " " })

describe("the section for agents", () => {
  it("names what a person must run, what destroys something, and what each exit means, in words that are no markup", () => {
    expect(section).toContain("- `tool a approve <id>`: Approve it")
    expect(section).toContain(
      String.raw`- ${"`"}tool a purge <id...> [why]${"`"}: Delete &lt;b>all&lt;/b> \| of it &lt;!-- byhand:end -->`
    )
    expect(section).toContain("| 1 | GENERAL\\_ERROR | It failed | no |")
    expect(section).toContain("| 12 | UNAVAILABLE | It is done | yes, the same call |")
    expect(section).toMatch(/`PERSON_REQUIRED` is never tried\s+again/)
  })

  it("does not speak of a person where none is needed", () => {
    const plain = manifestResponse({ framework_version: "1.0.0", commands: { "a.purge": purge } })
    expect(agentSection(plain, { bin: "tool", topicSeparator: ":" })).not.toContain("person must run")
  })
})

describe("a document with the section", () => {
  it("keeps what its author wrote to the byte, and takes the section once, however often it is written", () => {
    for (const document of ["", "# Mine\n", "# Mine", "# Mine\r\n\r\ntext\r\n"]) {
      const once = String(withSection(document, section))
      expect(once.startsWith(document)).toBe(true)
      expect(withSection(once, section)).toBe(once)
      const behind = `${once}mine too\n`
      const other = String(withSection(behind, "Other"))
      expect([other.startsWith(document), other.endsWith("mine too\n"), other.includes("Calling")]).toEqual([
        true,
        true,
        false
      ])
      expect(withSection(other, section)).toBe(behind)
    }
  })

  it("is refused where its marks do not say where the section is", () => {
    const once = String(withSection("", section))
    const end = "<!-- byhand:end -->"
    for (const document of [
      once + once,
      once.replace(end, ""),
      once.replace(/<!-- byhand:start.*/, ""),
      `${end}${once}`
    ])
      expect(withSection(document, section)).toBeUndefined()
  })
})
