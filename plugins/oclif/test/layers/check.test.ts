import { describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { shareOf } from "../support/share-of.ts"
import { stackIn } from "../support/stack-in.ts"
import { Variant } from "./support/variant.ts"

const contract = {
  requires_person: true,
  interactive: true,
  mcp: false,
  danger_level: "mutating",
  required_scopes: [],
  exit_codes: {
    0: { name: "SUCCESS", description: "Done", retryable: false, side_effects: "complete" },
    4: {
      name: "PRECONDITION",
      description: "No person confirmed it; nothing is done",
      retryable: false,
      side_effects: "none",
      error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
    }
  }
}

/** Declarations by data alone, each with one thing wrong, and the rules that say so. */
const broken: Readonly<Record<string, { readonly statics: string; readonly rules: readonly string[] }>> = {
  "silent-on-mcp": {
    statics: `static contract = ${JSON.stringify({ ...contract, mcp: undefined })}`,
    rules: ["person-mcp"]
  },
  "not-interactive": {
    statics: `static contract = ${JSON.stringify({ ...contract, interactive: false })}`,
    rules: ["person-interactive"]
  },
  "without-exit": {
    statics: `static contract = ${JSON.stringify({ ...contract, exit_codes: { 0: contract.exit_codes[0] } })}`,
    rules: ["person-precondition"]
  },
  "in-a-getter": {
    statics: `static get contract() { return ${JSON.stringify(contract)} }`,
    // No getter reaches the manifest, so a client would be given the command.
    rules: ["declaration-getter", "mcp-listed"]
  },
  "outside-the-contract": { statics: "static requiresPerson = true", rules: ["declaration-top-level"] }
}

function command(statics: string): string {
  return `const { Flags } = require("@oclif/core")
  const { BaseCommand } = require("../../base-command")
  module.exports = class extends BaseCommand {
    static flags = { to: Flags.string() }
    ${statics}
    async run() { this.releases.accept("R-1") }
  }`
}

describe.each([4, 5] as const)("byhand:check, beside oclif %i", (major) => {
  it.concurrent("finds nothing wrong in a host whose declarations are in order", async () => {
    for (const layer of shareOf(["B", "C"] as const, major)) {
      await host(layer, async (variant) => {
        variant.args = ["byhand", "check"]
        const run = await variant.offTerminal()
        expect(run.exitCode, run.stderr).toBe(0)
        const { data } = envelopeOf(run.stdout) as { data: Record<string, unknown> }
        expect([data["problems"], data["doubts"]]).toEqual([[], []])
        // What it lists has no contract, and is described with care: nothing wrong, and worth knowing.
        expect(data["undeclared"]).toContain("release.list")
        expect(data["undeclared"]).not.toContain("byhand.check")
        expect(run.stderr).toMatch(/declare nothing.*: .*release\.list/)
        expect(run.stderr).toContain("Nothing wrong in what ")
      })
    }
  })

  it.concurrent("lists every problem of every command, and ends with 1", async () => {
    await host("C", async (variant) => {
      for (const [name, { statics }] of Object.entries(broken))
        variant.write(`src/commands/release/${name}.js`, command(statics))
      variant.write("src/commands/release/unloadable.js", "module.exports = class extends Missing {}\n")
      variant.args = ["byhand", "check"]
      const run = await variant.offTerminal()
      const { error, meta } = envelopeOf(run.stdout)
      expect([run.exitCode, meta.exit_code, error?.code]).toEqual([1, 1, "INVALID_DECLARATION"])
      const problems = error?.context?.["problems"] as { command: string; rule: string; fix: string }[]
      for (const [name, { rules }] of Object.entries(broken)) {
        const found = problems.filter((problem) => problem.command === `release.${name}`)
        expect(
          found.map(({ rule }) => rule),
          name
        ).toEqual(rules)
        expect(
          found.every(({ fix }) => fix.length > 10),
          name
        ).toBe(true)
      }
      expect(problems).toContainEqual(
        expect.objectContaining({ command: "release.unloadable", rule: "command-loads" })
      )
      expect(problems.map((problem) => problem.command)).not.toContain("release.accept")

      // What it says in words is the plugin's own.
      if (major === 4) return
      variant.args = ["byhand", "check", "--format", "plain"]
      const plain = await variant.offTerminal()
      expect([plain.exitCode, stackIn(plain.stderr)]).toEqual([1, undefined])
      for (const name of Object.keys(broken)) expect(plain.stderr).toContain(`release.${name}:`)
    })
  })

  it.concurrent("refuses each broken command, and leaves the others at work", async () => {
    await host("B", async (variant) => {
      for (const [name, { statics }] of Object.entries(broken))
        variant.write(`src/commands/release/${name}.js`, command(statics))
      for (const name of shareOf(Object.keys(broken), major)) {
        variant.args = ["release", name]
        const run = await variant.offTerminal()
        expect([run.exitCode, run.done, envelopeOf(run.stdout).error?.code], name).toEqual([
          1,
          [],
          "INVALID_DECLARATION"
        ])
        expect(stackIn(run.stderr), run.stderr).toBeUndefined()
      }
      const others = [
        { args: ["release", "list"], exit: 0 },
        { args: ["release", "accept", "R-1"], exit: 4 }
      ]
      for (const { args, exit } of shareOf(others, major)) {
        variant.args = args
        expect((await variant.offTerminal()).exitCode).toBe(exit)
      }
    })
  })

  it.concurrent("finds a manifest that says something else than the class, in both directions", async () => {
    for (const loser of shareOf(["the manifest", "the class"], major)) {
      await host("C", async (variant) => {
        await variant.writeManifest(({ commands }) => {
          if (loser === "the manifest") delete commands["release:accept"].contract
        })
        if (loser === "the class")
          variant.replace("src/commands/release/accept.js", "static contract =", "static former =")
        variant.args = ["byhand", "check"]
        const run = await variant.offTerminal()
        const problems = envelopeOf(run.stdout).error?.context?.["problems"]
        expect([run.exitCode, problems], loser).toMatchObject([
          1,
          [
            { command: "release.accept", rule: "manifest-stale" },
            ...(loser === "the manifest" ? [{ command: "release.accept", rule: "mcp-listed" }] : [])
          ]
        ])
      })
    }
  })

  async function host(layer: "B" | "C", body: (variant: Variant) => Promise<void>): Promise<void> {
    const variant = new Variant({ major, layer })
    try {
      await body(variant)
    } finally {
      variant.end()
    }
  }

  // The rule is the same beside each.
  if (major === 5) return
  it.concurrent("doubts, and does not refuse, an option that a refusal cannot name", async () => {
    await host("C", async (variant) => {
      const statics = `static contract = ${JSON.stringify(contract)}
        static flags = { to: Flags.string({ required: true }) }`
      variant.write("src/commands/release/needs-option.js", command("").replace(/static flags = .*/, statics))
      variant.args = ["byhand", "check"]
      const run = await variant.offTerminal()
      expect([run.exitCode, envelopeOf(run.stdout).data]).toMatchObject([
        0,
        { doubts: [{ command: "release.needs-option", rule: "person-only-required-option" }] }
      ])
    })
  })
})
