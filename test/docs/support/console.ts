/** A command that a page shows, with what it prints. */
export interface Command {
  readonly line: string
  /** Everything that is on the terminal afterwards, what was typed at a mark included. */
  readonly shown: string
  /** What the reader types, in order. */
  readonly answers: readonly string[]
}

/** The commands of a block: each begins with `$ `, and goes on after a backslash at the end of a line. */
export function commandsOf(code: string): readonly Command[] {
  return code
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [line = ""] = /^(?:.*\\\n)*.*/.exec(text) ?? []
      const shown = text.slice(line.length)
      return { line, shown, answers: [...shown.matchAll(/^> (.+)$/gm)].map(([, answer = ""]) => answer) }
    })
}
