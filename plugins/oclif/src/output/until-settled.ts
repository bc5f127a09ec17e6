import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"

/**
 * Runs a body, and fails when the process has nothing left to do before the body has settled.
 *
 * Node would end with exit code 0 in a CommonJS host, and with 13 in an ES module: a hook that never settles would pass for
 * a success, or for another meaning of 13.
 *
 * @param whyNever the failure then
 */
export async function untilSettled<T>(
  body: () => Promise<T>,
  whyNever: () => CommandError = neverSettled
): Promise<T> {
  let idle: (() => void) | undefined
  try {
    return await Promise.race([
      body(),
      new Promise<never>((_, reject) => {
        let turns = 0
        idle = () => {
          turns += 1
          // One more turn: something inside the body may know better what it waits for, and say so now.
          if (turns === 1) setImmediate(() => {})
          else reject(whyNever())
        }
        process.on("beforeExit", idle)
      })
    ])
  } finally {
    if (idle !== undefined) process.off("beforeExit", idle)
  }
}

export function neverSettled(): CommandError {
  return new CommandError({
    code: "GENERAL_ERROR",
    exit: CommandExit.GENERAL_ERROR,
    message:
      "The command waits for something that never comes, or a hook of a plugin does. There is no result."
  })
}
