import type { Terminal, TerminalEnd } from "./terminal.ts"

/** Waits for the end; a program that still runs after so many milliseconds is killed, and the error shows the screen. */
export async function endOf(terminal: Terminal, timeoutMs: number): Promise<TerminalEnd> {
  let hanging: Error | undefined
  const late = setTimeout(() => {
    hanging = new Error(`It was killed, because it did not end. On the screen was:\n${terminal.screen}`)
    terminal.kill("SIGKILL")
  }, timeoutMs)
  const end = await terminal.ended
  clearTimeout(late)
  if (hanging !== undefined) throw hanging
  return end
}
