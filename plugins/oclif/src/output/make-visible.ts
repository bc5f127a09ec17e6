import { visible } from "@byhand/attestation"

const colour = /\u001B\[[\d;]*m/g

/**
 * Escapes what an error says before oclif prints it for a person: what somebody typed, or was made to type, must neither act
 * on the terminal nor hide on it.
 *
 * @param error whose message, and suggestions in oclif's field, are changed
 * @param options.whole nothing in the message is meant for the terminal: an error of the command line, or a typed one.
 *   Otherwise only the words of the command line are escaped in it, and an author's colours stay
 * @param options.argv the words of the command line
 */
export function makeVisible(
  error: Error & { suggestions?: string[] },
  { whole, argv = process.argv.slice(2) }: { readonly whole: boolean; readonly argv?: readonly string[] }
): void {
  const hidden = argv
    .flatMap((word) => [word, word.slice(word.indexOf("=") + 1)])
    .filter((word) => visible(word) !== word)
  const shown = (text: string) => {
    // First of all, so that a line feed in a word does not begin a line of the message.
    const escaped = hidden.reduce((rest, word) => rest.replaceAll(word, visible(word)), text)
    return whole ? escaped.replaceAll(colour, "").split("\n").map(unescapedTwice).join("\n") : escaped
  }
  error.message = shown(error.message)
  if (error.suggestions !== undefined) error.suggestions = error.suggestions.map(shown)
}

// A word that is escaped already has no character left to escape, but for the backslash of `\u{…}` itself.
function unescapedTwice(line: string): string {
  return line
    .split(/(\\u\{[\da-f]+\})/)
    .map((part, at) => (at % 2 === 0 ? visible(part) : part))
    .join("")
}
