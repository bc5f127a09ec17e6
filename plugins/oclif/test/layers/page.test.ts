import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { cellName } from "./support/hold.ts"
import { layers, Variant } from "./support/variant.ts"
import { callers } from "./ways-in/callers.ts"
import { loadFailures } from "./ways-in/load-failures.ts"
import { otherPlugins } from "./ways-in/other-plugins.ts"
import { shapes } from "./ways-in/shapes.ts"
import { cellText, type WayIn } from "./ways-in/way-in.ts"

const page = readFileSync(new URL("../../../../docs/which-layer-stops-what.md", import.meta.url), "utf8")

const tables: Readonly<Record<string, readonly WayIn[]>> = {
  "The plugin does not load": loadFailures,
  "Other plugins": otherPlugins,
  "How a host is made": shapes,
  "Who calls the handler": callers
}

/** The rows below a heading of the page, cell by cell, without the header. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim())
    )
}

describe("docs/which-layer-stops-what.md", () => {
  it.each(Object.keys(tables))("says what the tests hold, under %s", (heading) => {
    const tested = (tables[heading] ?? []).map(({ way, cells }) => [
      way,
      ...layers.map((layer) => cellText(cells[layer]))
    ])
    expect(rowsBelow(heading)).toEqual(tested)
  })

  it("names each cell once, so that a test and a cell find each other", () => {
    const names = Object.values(tables).flatMap((table) =>
      table.flatMap((way) => layers.map((layer) => cellName(way, layer)))
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it.each([4, 5] as const)(
    "has a reason: without any layer the command just runs, beside oclif %i",
    async (major) => {
      const variant = new Variant({ major, layer: "none" })
      const run = await variant.offTerminal()
      variant.end()
      expect([run.exitCode, run.done, run.stdout]).toEqual([0, ["R-1"], "Accepted R-1.\n"])
    }
  )
})
