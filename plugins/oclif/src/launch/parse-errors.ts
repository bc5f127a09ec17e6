import { Command } from "@oclif/core"
import { invalidArguments } from "../output/oclif-error.ts"

type Parse = (this: unknown, ...args: unknown[]) => Promise<unknown>

/**
 * Makes whatever a command's own parsing throws an error of the command line: exit 2, before anything was done.
 *
 * oclif throws some of these as errors like any other ("Flag --id expects a value"), which nothing tells from a failure
 * of the command itself once they have left `parse`. REQ-F-002.
 */
export function markParseErrors(): void {
  const prototype = Command.prototype as unknown as { parse: Parse }
  const { parse } = prototype
  prototype.parse = async function (...args) {
    try {
      return await parse.apply(this, args)
    } catch (thrown) {
      // An error of oclif's parser prints the command's usage beside it, and is known for what it is.
      if (thrown instanceof Error && "parse" in thrown) throw thrown
      throw invalidArguments(thrown)
    }
  }
}
