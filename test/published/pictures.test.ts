import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { pictures } from "../../scripts/pictures/drawn.mjs"

const tree = join(import.meta.dirname, "../..")
const folder = join(tree, "docs/pictures")
const names = ["prompt-dark.svg", "prompt-light.svg", "run-dark.svg", "run-light.svg"]

describe("the pictures, of which `npm run pictures` makes new ones", () => {
  let drawn: Record<string, string> = {}
  beforeAll(async () => {
    drawn = await pictures()
  })

  it("are all that is drawn, light and dark", () => {
    expect(Object.keys(drawn).toSorted()).toEqual(names)
    expect(readdirSync(folder).toSorted()).toEqual(names)
  })

  it.each(names)("%s shows what the real programs draw on a terminal now", (name) => {
    expect(readFileSync(join(folder, name), "utf8")).toBe(drawn[name])
  })

  it.each(["prompt", "run"])("%s says the same in the light and in the dark", (name) => {
    const [light, dark] = ["light", "dark"].map((theme) => {
      return [...(drawn[`${name}-${theme}.svg`] ?? "").matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)
    })
    expect(light?.length).toBeGreaterThan(5)
    expect(light).toEqual(dark)
  })

  it.each(["prompt", "run"])("%s is on the front page in both, with a text for who cannot see it", (name) => {
    const readme = readFileSync(join(tree, "README.md"), "utf8")
    expect(readme).toContain(
      `<source media="(prefers-color-scheme: dark)" srcset="docs/pictures/${name}-dark.svg">`
    )
    const [, alt = ""] =
      new RegExp(`<img src="docs/pictures/${name}-light.svg" alt="([^"]+)"`).exec(readme) ?? []
    expect(alt.length).toBeGreaterThan(80)
  })
})
