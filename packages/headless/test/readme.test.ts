import { readFileSync } from "node:fs"
import { runExits } from "@byhand/exit-codes"
import { expect, it } from "vitest"
import { runDocumentedExamples } from "../../exit-codes/test/documented-examples.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

it("runs every example of the README and of the page on verified results, and prints what they say", async () => {
  const examples = await runDocumentedExamples("headless", /^README\.md$/, ["docs/verified-results.md"])
  expect(examples).toHaveLength(3)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

it("shows in the README the endings that a run may have, with their codes", () => {
  const rows = [...readme.matchAll(/^\| (\d+) +\| `(\w+)` +\| (.+?) +\|$/gm)].map((match) => match.slice(1))
  expect(rows).toEqual(runExits.map(({ code, name, meaning }) => [String(code), name, meaning]))
})

it("has an example of at most twenty lines", () => {
  const [, example = ""] = readme.split(/```ts\n|```/)
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(20)
})
