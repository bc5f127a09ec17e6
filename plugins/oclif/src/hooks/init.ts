import type { HeldConfig, InitOptions } from "../host/held-config.ts"
import { answerByContract } from "./answer-by-contract.ts"
import { endPromptly } from "./end-promptly.ts"
import { failClosed } from "./fail-closed.ts"
import { type CommandTables, guardTables } from "./guard-loading.ts"
import { markHook } from "./mark.ts"

/**
 * oclif's `init` hook: before oclif looks for the command, every way of loading a person-only class gives it back guarded; and
 * where stdout is for a program, the host is held to its one envelope.
 *
 * @param options what oclif gives an init hook
 * @throws Error with `oclif.exit` 70 when the tables cannot be guarded: oclif runs no command then
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * // A host that is bundled into one file names the hooks in its own package.json:
 * // "oclif": { "hooks": { "init": { "target": "./dist/index.js", "identifier": "init" }, … } }
 * export { init, prerun } from "@byhand/oclif/hooks"
 * ```
 */
export const init = markHook(
  "init",
  failClosed(async (options: InitOptions) => {
    endPromptly()
    guardTables(options.config as HeldConfig & CommandTables)
    await answerByContract(options)
  })
)
