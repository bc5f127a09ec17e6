import { createInterface } from "node:readline"
import type { EndingSignal } from "../supervisor/signals.ts"

/** What was typed early has arrived when the line has been silent this long, in milliseconds; there is a limit. */
const early = { quiet: 50, atMost: 1000 }
const ctrlC = 3
/** A stop signal takes effect within this time, or it has none, in milliseconds. */
const stopMs = 50

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
    lines.on("SIGTSTP", () => stopped(() => lines.prompt(true)))
    lines.prompt()
  })
}

/** Stops as the terminal would with Ctrl-Z; left to itself readline would come back without raw mode, and without its mark. */
function stopped(goOn: () => void): void {
  const { stdin, stderr } = process
  let isStopped = true
  const resume = () => {
    if (!isStopped) return
    isStopped = false
    stdin.setRawMode(true)
    stderr.write("\n")
    goOn()
  }
  stdin.setRawMode(false)
  process.once("SIGCONT", resume)
  // Where nobody could continue it, the system does not stop it either.
  setTimeout(resume, stopMs)
  process.kill(0, "SIGTSTP")
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
