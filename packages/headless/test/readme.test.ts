import { readFileSync } from "node:fs"
import { runExits } from "@byhand/exit-codes"
import { expect, it } from "vitest"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

it("shows in the README the endings that a run may have, with their codes", () => {
  const rows = [...readme.matchAll(/^\| (\d+) +\| `(\w+)` +\| (.+?) +\|$/gm)].map((match) => match.slice(1))
  expect(rows).toEqual(runExits.map(({ code, name, meaning }) => [String(code), name, meaning]))
})

it("has an example of at most twenty lines", () => {
  const [, example = ""] = readme.split(/```ts\n|```/)
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(20)
})
