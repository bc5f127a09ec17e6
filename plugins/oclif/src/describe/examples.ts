/** An example of a command, as the manifest lists it. */
export interface ExampleEntry {
  readonly description: string
  readonly command: string
}

/**
 * The examples of a command, one for each command line.
 *
 * oclif takes an object, a line, or lines of which the first may describe the rest; `$ ` before a line is its prompt.
 */
export function exampleEntries(
  examples: unknown,
  render: (text: unknown) => string,
  bin: string
): readonly ExampleEntry[] {
  const all = Array.isArray(examples) ? examples : [examples]
  return all.flatMap((example: unknown) => {
    if (typeof example === "string") return linesOf(render(example), bin)
    if (typeof example !== "object" || example === null) return []
    const { description, command } = example as { description?: unknown; command?: unknown }
    return typeof command === "string"
      ? linesOf(render(command), bin).map((line) => ({ ...line, description: render(description) }))
      : []
  })
}

/**
 * Examples of which one at least begins with the call of the command. A dot path does not say that a host has other signs than
 * blanks between the words of a command's name; an example does.
 */
export function withCallOf(call: string, examples: readonly ExampleEntry[]): readonly ExampleEntry[] {
  const isShown = examples.some(({ command }) => command === call || command.startsWith(`${call} `))
  return isShown ? examples : [{ description: "How the command is named", command: call }, ...examples]
}

function linesOf(text: string, bin: string): readonly ExampleEntry[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const isCommand = (line: string) => line.startsWith("$ ") || line === bin || line.startsWith(`${bin} `)
  const commands = lines.filter(isCommand)
  const words = lines.filter((line) => !isCommand(line)).join(" ")
  if (commands.length === 0) return lines.length === 1 ? [{ description: "", command: words }] : []
  return commands.map((line) => ({ description: words, command: line.replace(/^\$ /, "") }))
}
