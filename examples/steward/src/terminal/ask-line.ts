import { createInterface } from "node:readline"
import type { EndingSignal } from "../supervisor/signals.ts"

/** What was typed early has arrived when the line has been silent this long, in milliseconds; there is a limit. */
const early = { quiet: 50, atMost: 1000 }
const ctrlC = 3

/** Who is told of a Ctrl-C, and what gives the question up. */
export interface Asking {
  interrupt(signal: EndingSignal): void
  readonly givenUp: AbortSignal
}

/**
 * Takes one line from the person at the terminal. What was typed before the question is thrown away: only what comes after
 * the mark counts. However it ends, the terminal is as it was.
 *
 * @returns the line without its terminator; null for Ctrl-D, Ctrl-C, and when it is given up
 */
export async function askLine({ interrupt, givenUp }: Asking): Promise<string | null> {
  if ((await dropEarly(givenUp)) === "Interrupted") {
    interrupt("SIGINT")
    return null
  }
  if (givenUp.aborted) return null
  const { stdin: input, stderr: output } = process
  const lines = createInterface({ input, output, terminal: true, historySize: 0, prompt: "> " })
  return new Promise((resolve) => {
    const end = (line: string | null) => {
      givenUp.removeEventListener("abort", giveUp)
      resolve(line)
      lines.close()
    }
    const giveUp = () => {
      output.write("\n")
      end(null)
    }
    givenUp.addEventListener("abort", giveUp, { once: true })
    lines.once("line", end)
    lines.once("close", () => end(null))
    lines.on("SIGINT", () => {
      giveUp()
      interrupt("SIGINT")
    })
    // Left to itself the stopped process would come back without its raw mode, and without the question.
    lines.on("SIGTSTP", () => {
      input.setRawMode(false)
      process.once("SIGCONT", () => {
        input.setRawMode(true)
        output.write("\n")
        lines.prompt(true)
      })
      process.kill(0, "SIGTSTP")
    })
    lines.prompt()
  })
}

async function dropEarly(givenUp: AbortSignal): Promise<"Quiet" | "Interrupted"> {
  const { stdin } = process
  stdin.setRawMode(true)
  try {
    return await new Promise((resolve) => {
      let quiet = setTimeout(done, early.quiet, "Quiet")
      const limit = setTimeout(done, early.atMost, "Quiet")
      const giveUp = () => done("Quiet")
      function heard(bytes: Buffer) {
        if (bytes.includes(ctrlC)) return done("Interrupted")
        clearTimeout(quiet)
        quiet = setTimeout(done, early.quiet, "Quiet")
      }
      function done(how: "Quiet" | "Interrupted") {
        clearTimeout(quiet)
        clearTimeout(limit)
        stdin.off("data", heard).pause()
        givenUp.removeEventListener("abort", giveUp)
        resolve(how)
      }
      givenUp.addEventListener("abort", giveUp, { once: true })
      stdin.on("data", heard).resume()
    })
  } finally {
    stdin.setRawMode(false)
  }
}
