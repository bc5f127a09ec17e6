import { CommandError } from "@byhand/envelope"
import { DecisionStore } from "../../src/decisions/store.ts"

// A process that works on the decisions of a folder, one line of JSON for each result. It says a thing only once it is saved.
const [folder = "", operation, argument = ""] = process.argv.slice(2)
const store = new DecisionStore(folder, { waitMs: 30_000 }) // the machine may be busy
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

try {
  if (operation === "propose") say(await store.propose({ title: argument }))
  else if (operation === "get") say(await store.get(argument))
  else for (;;) say(await store.propose({ title: `Again, ${argument}` }))
} catch (error) {
  if (!(error instanceof CommandError)) throw error
  say({ code: error.code, message: error.message })
  process.exitCode = error.exit
}
