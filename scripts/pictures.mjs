// `npm run pictures`: writes docs/pictures from what the real programs draw on a real terminal now. A test compares the two.
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { setup } from "./setup.mjs"

process.exitCode = setup()
if (process.exitCode === 0) {
  const { pictures } = await import("./pictures/drawn.mjs")
  const folder = fileURLToPath(new URL("../docs/pictures/", import.meta.url))
  mkdirSync(folder, { recursive: true })
  for (const [name, svg] of Object.entries(await pictures())) {
    writeFileSync(folder + name, svg)
    console.log(`docs/pictures/${name}`)
  }
}
