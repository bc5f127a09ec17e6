// Effect as packages/headless has it: two copies of it in one process do not mix.
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

const inside = createRequire(new URL("../../packages/headless/package.json", import.meta.url))
const load = (name) => import(pathToFileURL(inside.resolve(`effect/${name}`)).href)

export const Effect = await load("Effect")
export const Layer = await load("Layer")
export const ManagedRuntime = await load("ManagedRuntime")
