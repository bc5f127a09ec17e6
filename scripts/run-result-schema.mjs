// Writes packages/headless/schema/run-result.json from the schema that the controller uses, as it is built. A test compares the
// two.
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { runResultSchema } from "../packages/headless/dist/controller/run-result-schema.js"

const folder = fileURLToPath(new URL("../packages/headless/schema/", import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}run-result.json`, `${JSON.stringify(runResultSchema(), null, 2)}\n`)
