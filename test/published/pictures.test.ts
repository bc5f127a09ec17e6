import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { pictures } from "../../scripts/pictures/drawn.mjs"

const tree = join(import.meta.dirname, "../..")
const folder = join(tree, "docs/pictures")
const read = (name: string): string => readFileSync(join(folder, name), "utf8")

describe("the pictures, of which `npm run pictures` makes new ones", () => {
  it("show what the real programs draw on a terminal now", async () => {
    const drawn = await pictures()
    expect(Object.fromEntries(readdirSync(folder).map((name) => [name, read(name)]))).toEqual(drawn)
  })

  it.each(["prompt", "run"])("say the same in the light and in the dark: %s", (name) => {
    const [light, dark] = ["light", "dark"].map((theme) => {
      return [...read(`${name}-${theme}.svg`).matchAll(/>([^<]+)<\/text>/g)].map(([, text]) => text)
    })
    expect(light?.length).toBeGreaterThan(5)
    expect(light).toEqual(dark)
  })

  it.each(["prompt", "run"])("are on the front page, with words for who cannot see them: %s", (name) => {
    const readme = readFileSync(join(tree, "README.md"), "utf8")
    expect(readme).toContain(
      `<source media="(prefers-color-scheme: dark)" srcset="docs/pictures/${name}-dark.svg">`
    )
    const image = new RegExp(`<img src="docs/pictures/${name}-light.svg" alt="([^"]+)"`)
    const [, alt = ""] = image.exec(readme) ?? []
    expect(alt.length).toBeGreaterThan(80)
  })
})
