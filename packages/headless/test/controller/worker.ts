import { writeSync } from "node:fs"
import { deadlyDisk, die } from "../sessions/watched-disk.ts"
import { Host } from "./host.ts"
import { runNamed } from "./runs.ts"
import { goOn } from "./take-up.ts"

// A process that goes on with the session of a run, and is killed on the way. It says every call before it makes it.
const [root = "", name = ""] = process.argv.slice(2)
const { disk, points } = deadlyDisk(Number(process.env["DIE_AT"] ?? 0), die)
const run = runNamed(name)
const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)
await goOn(run, new Host(root, { tape: run.tape }), { disk, asked: ({ action_id }) => say({ action_id }) })
say({ points: points() })
