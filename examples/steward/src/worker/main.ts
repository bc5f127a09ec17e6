import { parent } from "./parent.ts"

const task = await parent.task
parent.letGo()
process.on("uncaughtException", (thrown) => parent.giveUp(thrown))
if (task._tag === "Perform") {
  const { perform } = await import("./perform.ts")
  parent.end(await perform(task.argv))
} else {
  const { tell } = await import("./tell.ts")
  parent.end(await tell(task))
}
