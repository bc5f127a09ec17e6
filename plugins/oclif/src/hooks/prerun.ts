import { failClosed } from "./fail-closed.ts"
import { guardLifecycle } from "./guard-lifecycle.ts"
import { markHook } from "./mark.ts"
import { keepExitOfHostJson } from "./host-json-exit.ts"
import { mayDeclarePerson } from "./may-declare.ts"
import { watchParsing } from "./watch-parsing.ts"

interface PrerunOptions {
  readonly Command: object & { readonly id?: string; readonly prototype?: object }
  readonly config: { findCommand(id: string): object | undefined }
}

/**
 * oclif's `prerun` hook: right before oclif runs a class, a person-only one that was not loaded through the guarded tables
 * is guarded where it stands. A command of a plugin that was installed just now comes this way, and one that this class calls.
 *
 * @param options what oclif gives a prerun hook
 * @throws Error with `oclif.exit` 70 when the class cannot be guarded: oclif does not run it then
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * export { init, prerun } from "@byhand/oclif/hooks"
 * ```
 */
export const prerun = markHook(
  "prerun",
  failClosed(async ({ Command, config }: PrerunOptions) => {
    guardLifecycle(Command)
    watchParsing(Command)
    keepExitOfHostJson(Command)
    const cached = (Command.id === undefined ? undefined : config.findCommand(Command.id)) ?? Command
    if (!mayDeclarePerson(Command) && !mayDeclarePerson(cached)) return
    const { guardInPlace } = await import("../gate/guard-declared.ts")
    guardInPlace(Command, cached)
  })
)
