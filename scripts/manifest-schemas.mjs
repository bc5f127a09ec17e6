// Writes packages/manifest/schema/*.json from the schemas that the decoders use, as they are built. A test compares the two.
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { jsonSchemas } from "../packages/manifest/dist/schema/index.js"

const folder = fileURLToPath(new URL("../packages/manifest/schema/", import.meta.url))
mkdirSync(folder, { recursive: true })
for (const [name, schema] of Object.entries(jsonSchemas()))
  writeFileSync(`${folder}${name}`, `${JSON.stringify(schema, null, 2)}\n`)
