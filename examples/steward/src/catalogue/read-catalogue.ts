import { readFileSync } from "node:fs"
import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { CatalogueError } from "@byhand/headless/catalogue"

/**
 * Reads a file of a catalogue.
 *
 * @throws CommandError FILE_MISSING, FILE_UNREADABLE, CATALOGUE_INVALID with every problem
 */
export function readCatalogue<A>(path: string, read: (text: string) => A): A {
  const text = textOf(path)
  try {
    return read(text)
  } catch (thrown) {
    if (!(thrown instanceof CatalogueError)) throw thrown
    const { message, problems } = thrown
    throw new CommandError({
      code: "CATALOGUE_INVALID",
      exit: CommandExit.ARG_ERROR,
      message: `${path}: ${message}`,
      suggestion: "Mend these lines, and score again",
      context: { file: path, problems: [...problems] },
      cause: thrown
    })
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException
    const isMissing = code === "ENOENT"
    throw new CommandError({
      code: isMissing ? "FILE_MISSING" : "FILE_UNREADABLE",
      exit: isMissing ? CommandExit.NOT_FOUND : CommandExit.ARG_ERROR,
      message: isMissing ? `There is no file ${path}.` : `The file ${path} cannot be read: ${message}.`,
      context: { file: path },
      cause: thrown
    })
  }
}
