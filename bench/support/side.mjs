import { fork } from "node:child_process"

/** Answers what the parent asks, which waits for each answer, until it disconnects. */
export function serve(handlers) {
  process.on("message", async ({ name, given }) => {
    try {
      process.send({ value: await handlers[name](...given) })
    } catch (error) {
      process.send({ error: String(error?.stack ?? error) })
    }
  })
  process.send({ value: "ready" })
}

/**
 * A program that is measured, in a process of its own: what it leaves to be collected is not collected in another one's time.
 *
 * @returns a function that calls one of its handlers, and `end`
 */
export async function startSide(file, args = [], { env = {}, execArgv = [] } = {}) {
  const child = fork(file, args, { env: { ...process.env, ...env }, execArgv })
  const answer = () =>
    new Promise((resolve, reject) => {
      const onExit = (code) => reject(new Error(`${file} ended with ${code}.`))
      child.once("exit", onExit)
      child.once("message", ({ value, error }) => {
        child.off("exit", onExit)
        if (error === undefined) resolve(value)
        else reject(new Error(error))
      })
    })
  await answer()
  return {
    call(name, ...given) {
      const answered = answer()
      child.send({ name, given })
      return answered
    },
    end: () => child.disconnect()
  }
}
