import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("../../src/", import.meta.url)
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
// What a comment says is no code.
const sources = new Map(
  files.map((name) => [
    name,
    readFileSync(new URL(name, root), "utf8").replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
  ])
)

/** The files in which a pattern stands. */
const filesWith = (pattern: RegExp) =>
  [...sources]
    .filter(([, source]) => pattern.test(source))
    .map(([name]) => name)
    .toSorted()

it("assigns a stage in transition alone", () => {
  expect(filesWith(/\.stage = /)).toEqual(["protocol/transition.ts"])
})

it("asks in one predicate whether a turn is closed, which the invariants hold to the stage", () => {
  expect(filesWith(/\bclosing\b\)? (?:!==|===) null/)).toEqual([
    "protocol/invariants.ts",
    "protocol/state.ts"
  ])
})

it("decodes, hashes, reads and draws nothing between an event and the next state", () => {
  const seen = new Set<string>()
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const [line, from = ""] of sources.get(name)!.matchAll(/^(?:import|\}) .*from "([^"]+)"$/gm))
      if (!line.startsWith("import type") && from.startsWith("./")) visit(`protocol/${from.slice(2)}`)
  }
  visit("protocol/transition.ts")
  expect(seen.size).toBeGreaterThan(5)
  for (const name of seen) {
    expect(sources.get(name), name).not.toMatch(
      /from "(?:node:|\.\.\/)|decode|createHash|crypto|Date\b|Math\.random|performance|process\./
    )
  }
})

it("never ends the process that it runs in, and takes no signal of its", () => {
  // What a program of the sandbox does before its first instruction is text here.
  const ends = filesWith(/process\.(?:exit|abort|exitCode|on|once|addListener)\b/)
  expect(ends).toEqual(["sandbox/node-language.ts"])
  expect(sources.get("sandbox/node-language.ts")?.replace(/`[\s\S]*?`/, "")).not.toMatch(/process\.exit/)
})
