import { existsSync } from "node:fs"

// On Linux the pseudo-terminal library opens its side of a terminal without close-on-exec, so a program that starts
// while another terminal is open would hold that one open too, and hanging it up would reach nobody.
const open = new Set<number>()
const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path))

/** Remembers that this process holds the near side of a terminal under this descriptor. */
export function holds(descriptor: number): void {
  open.add(descriptor)
}

/** Forgets a descriptor that was closed. */
export function letsGo(descriptor: number): void {
  open.delete(descriptor)
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
  const closing = [...open].map((descriptor) => `${descriptor}>&-`).join(" ")
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`)
  return [bash, "-c", `exec ${closing}; exec env -i "$@"`, "bash", ...variables, ...command]
}
