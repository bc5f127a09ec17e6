import { isatty } from "node:tty"
import { CommandExit } from "@byhand/exit-codes"

/**
 * Ends this process, when it ends, as the hang-up of its terminal would have ended it: by SIGHUP, which a shell calls 129.
 *
 * Node puts the terminal's modes back as its very last act, and aborts with a core file when the terminal is gone. A
 * SIGHUP that somebody sent while the terminal is still there needs none of this.
 */
export function endWithTerminal(): void {
  process.once("exit", (code) => {
    if (code !== CommandExit.HANGUP || isatty(0)) return
    process.removeAllListeners("SIGHUP")
    process.kill(process.pid, "SIGHUP")
  })
}
