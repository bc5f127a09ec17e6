import { bettered, hostCode } from "./host-code.ts"
import { replaceInBase } from "./replace-in-base.ts"

/**
 * Gives a command that fails under oclif's own `--json` the exit code that it has without. oclif keeps the error to itself
 * then, and makes the exit code of a field that none of its own errors has in version 4.
 *
 * @param commandClass any command class of the host
 */
export function keepExitOfHostJson(commandClass: { readonly prototype?: object }): void {
  replaceInBase(
    commandClass,
    "catch",
    (original) =>
      async function (this: object & { jsonEnabled?(): boolean }, thrown?: unknown) {
        if (this.jsonEnabled?.() === true) await bettered(undefined, () => hostCode().giveExit(thrown))
        return original.call(this, thrown)
      }
  )
}
