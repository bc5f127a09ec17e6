import { bettered, hostCode } from "./host-code.ts"
import { hasBegun, whileParsing } from "../output/parsing.ts"
import { isHeldToJson } from "../output/held.ts"
import { type Described, withMemory } from "./parser-memory.ts"
import { replaceInBase } from "./replace-in-base.ts"

/**
 * Makes whatever a command's own parsing throws an error of the command line: exit 2, before anything was done.
 *
 * oclif stops at the first thing that is wrong, and throws some of these as errors like any other ("Flag --id expects a
 * value"), which nothing tells from a failure of the command itself once they have left `parse`. REQ-F-002, REQ-F-015.
 *
 * A command that another one calls is checked when something may have been done, so what is wrong with its line then is no error
 * of the command line.
 *
 * A program gets all of it; a person sees what oclif says, with a suggestion. An author's parsers run once for each value.
 *
 * @param commandClass any command class of the host
 */
export function watchParsing(commandClass: { readonly prototype?: object }): void {
  replaceInBase(
    commandClass,
    "parse",
    (original) =>
      async function (this: object, options?: unknown, ...rest: unknown[]) {
        const isLate = hasBegun(this)
        const all = isHeldToJson() && !isLate
        const described = all ? withMemory((options ?? this.constructor) as Described) : options
        try {
          return await whileParsing(this, () => original.call(this, described, ...rest))
        } catch (thrown) {
          const line = { described: described ?? this.constructor, argv: rest[0], all, isLate }
          throw await bettered(thrown, () => hostCode().parsingFailed(this, original, line, thrown))
        }
      }
  )
}
