import { readFileSync } from "node:fs"

/** A process above this one, as far as the system shows it. */
export interface Ancestor {
  readonly pid: number
  /** The kernel's short name of the program. */
  readonly name: string
  /** File names of the program and of the script it runs, without folders. */
  readonly programs: readonly string[]
  readonly parent: number
  readonly session: number
}

const deepest = 32

/**
 * The processes above a process, nearest first, and the leader of its session. Undefined where the system does not show
 * them (anything but Linux, or a `/proc` that hides other users). Never throws.
 */
export function ancestry(
  pid: number
): { readonly self: Ancestor; readonly above: readonly Ancestor[] } | undefined {
  if (process.platform !== "linux") return undefined
  const self = read(pid)
  if (self === undefined) return undefined
  const above: Ancestor[] = []
  let next = read(self.parent)
  while (next !== undefined && above.length < deepest) {
    above.push(next)
    next = next.parent > 0 ? read(next.parent) : undefined
  }
  return { self, above }
}

function read(pid: number): Ancestor | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1")
    // The name stands in parentheses and may itself hold spaces and parentheses.
    const open = stat.indexOf("(")
    const close = stat.lastIndexOf(")")
    const [, parent, , session] = stat.slice(close + 2).split(" ")
    const programs = programsOf(readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0"))
    return {
      pid,
      name: stat.slice(open + 1, close),
      programs,
      parent: Number(parent),
      session: Number(session)
    }
  } catch {
    return undefined
  }
}

const runsScripts = /^-?(?:bash|bun|dash|deno|node|perl|python|ruby|sh|zsh)[\d.]*$/

function programsOf(argv: readonly string[]): readonly string[] {
  const program = fileName(argv[0] ?? "")
  const script = runsScripts.test(program) ? argv.slice(1).find((word) => !word.startsWith("-")) : undefined
  return script === undefined ? [program] : [program, fileName(script)]
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}
