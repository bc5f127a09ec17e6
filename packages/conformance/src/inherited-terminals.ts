import { existsSync } from "node:fs"

// On Linux the pseudo-terminal library opens its side of a terminal without close-on-exec, so a program that starts
// while another terminal is open would hold that one open too, and hanging it up would reach nobody.
const open = new Map<object, number>()
const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path))

/**
 * Remembers that this process holds the near side of a terminal under this descriptor. Told by holder, because a new
 * terminal may get the descriptor of a closed one before that one's end is known.
 */
export function holds(holder: object, descriptor: number): void {
  open.set(holder, descriptor)
}

/** Forgets a holder whose descriptor was closed. */
export function letsGo(holder: object): void {
  open.delete(holder)
}

/**
 * The same command line, started so that it holds none of the terminals this process has open. `env -i` gives the
 * program the exact environment, because bash adds variables of its own. With no terminal open, nothing is added.
 */
export function withoutInheritedTerminals(
  command: readonly string[],
  environment: Readonly<Record<string, string>>
): readonly string[] {
  if (process.platform !== "linux" || open.size === 0 || bash === undefined) return command
  const closing = [...open.values()].map((descriptor) => `${descriptor}>&-`).join(" ")
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  // Without -p and --norc bash reads BASH_ENV, and a start-up file when it finds a socket at stdin.
  const start = [bash, "--norc", "-p", "-c", `exec ${closing}; exec /usr/bin/env -i "$@"`, "bash"]
  return [...start, ...variables, ...command]
}
