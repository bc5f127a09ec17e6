// Writes docs/headless-stages.md from the transition table of packages/headless, as it is built. A test compares the two.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { stagesPage } from "../packages/headless/dist/protocol/stages-page.js"

const page = fileURLToPath(new URL("../docs/headless-stages.md", import.meta.url))
writeFileSync(page, stagesPage())
