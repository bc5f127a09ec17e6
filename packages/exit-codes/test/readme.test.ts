import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { commandExits } from "../src/index.ts"

it("shows in the README the table that the package exports", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  const rows = [...readme.matchAll(/^\| (\d+) +\| `(\w+)` +\| (yes|no) +\| (\w+) +\|$/gm)].map((match) =>
    match.slice(1)
  )
  const table = commandExits.map((row) => [
    String(row.code),
    row.name,
    row.retryable ? "yes" : "no",
    row.sideEffects
  ])
  expect(rows).toEqual(table)
})
