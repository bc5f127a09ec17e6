/** What stands for itself in a shell: a quoted text, or a single escaped character. */
const quoted = /'[^']*'|"(?:[^"\\]|\\.)*"|\\./gs

const hazards: readonly (readonly [RegExp, { readonly inQuotes: boolean }, string])[] = [
  [/[<>$]/, { inQuotes: true }, "holds a placeholder, a variable or a redirection (<, > or $)"],
  [/(?:…|\.{3})(?=\s|$)/, { inQuotes: true }, "is cut short with dots"],
  [/[|&;`()\n\r]/, { inQuotes: false }, "is more than one command"],
  [/['"\\]/, { inQuotes: false }, "has a quote that does not end"],
  [/^\s*$/, { inQuotes: true }, "is empty"]
]

/**
 * Why a `fix_command` cannot be run as it stands by whoever reads it: it has a place to fill in, or needs a shell that joins
 * several commands. What stands in quotes is an argument.
 *
 * @returns the end of a sentence that begins with "it", or undefined for a command that can be run
 *
 * REQ-C-030.
 */
export function fixCommandProblem(command: string): string | undefined {
  const bare = command.replaceAll(quoted, "_")
  return hazards.find(([pattern, { inQuotes }]) => pattern.test(inQuotes ? command : bare))?.[2]
}
