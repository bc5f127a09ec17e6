import type { AttestationRecord } from "@byhand/attestation"
import { declaration } from "@byhand/manifest"
import { contractFlags } from "./flags/contract-flags.ts"
import { guard, markGuarded, type ReadableClass } from "./gate/guard.ts"
import { attestedBy } from "./gate/guarded-command.ts"
import { refuseConstruction } from "./gate/refuse.ts"
import type { AnyCommandClass, CommandInstance, HostConfig, ParseOptions } from "./gate/oclif-shape.ts"

/**
 * Makes a guarded subclass of any oclif command class: its handler runs after a person typed the expected text, or not at all.
 *
 * The class needs an `attestation()` method, called once a person is at the terminal, and a `static contract`. The
 * gate stands in the constructor, so it holds for every subclass and for every way to run one. Prefer `PersonCommand`
 * for a new command; this is for a class that has a base class of its own.
 *
 * @param commandClass an oclif command class, of any version from 4
 * @returns a subclass; the class itself is left as it is, so export only what this returns
 * @throws nothing; a bad declaration is reported when the command is constructed (`INVALID_DECLARATION`, exit 1)
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * import { personContract, personOnly } from "@byhand/oclif"
 * import { Args, Command } from "@oclif/core"
 *
 * abstract class ReleaseCommand extends Command {} // a base class of yours
 *
 * class Accept extends ReleaseCommand {
 *   static override args = { id: Args.string({ required: true }) }
 *   static contract = personContract({
 *     danger_level: "mutating",
 *     required_scopes: [],
 *     exit_codes: { 0: { description: "The release is accepted", retryable: false, side_effects: "complete" } }
 *   })
 *   async attestation() {
 *     const { args } = await this.parse(Accept)
 *     return { statement: `Accept release ${args.id}?`, expected: args.id }
 *   }
 *   async run() {
 *     this.log("Accepted.")
 *   }
 * }
 *
 * // Named: an exported class without a name cannot have protected members in a file of types (TS4094).
 * export default personOnly(Accept)
 * ```
 */
export function personOnly<T extends AnyCommandClass>(commandClass: T): T {
  abstract class PersonOnly extends commandClass {
    // A mixin's constructor takes `any[]`: TypeScript accepts no other parameter list there (TS2545).
    constructor(...args: any[]) {
      super(...args)
      guard(this as unknown as CommandInstance, new.target as unknown as ReadableClass, PersonOnly.prototype)
    }

    /** oclif's way to run a command: construct it and run it. */
    static async run(
      this: ParseOptions,
      argv: string[] = process.argv.slice(2),
      config?: unknown
    ): Promise<unknown> {
      try {
        return await (commandClass as unknown as OclifCommandClass).run.call(this, argv, config)
      } catch (thrown) {
        throw refuseConstruction(thrown, { argv, config: isHostConfig(config) ? config : { bin: "" } }, this)
      }
    }
  }
  markGuarded(PersonOnly)
  // The gate understands its flags in any case; oclif's help, which says what they do and do not do, reads them here.
  const { contract } = declaration(commandClass)
  const { baseFlags } = commandClass as ParseOptions
  Object.defineProperty(PersonOnly, "baseFlags", {
    value: { ...contractFlags({ requires_person: true, ...contract }), ...baseFlags },
    writable: true,
    enumerable: true,
    configurable: true
  })
  return PersonOnly
}

interface OclifCommandClass {
  run(this: unknown, argv: string[], config?: unknown): Promise<unknown>
}

// oclif takes a folder or nothing in place of its config too, and loads the config itself.
function isHostConfig(config: unknown): config is HostConfig {
  return (
    typeof config === "object" && config !== null && typeof (config as { bin?: unknown }).bin === "string"
  )
}

/**
 * The record of the answer a person gave to a guarded command.
 *
 * @param command an instance of a class that `personOnly` returned, while its handler runs
 * @returns what was shown, what was typed back, when, and under which circumstances; plain JSON
 * @throws Error when no person has answered: code that calls this outside the handler has no record to keep
 *
 * Requirement: REQ-C-036 ("an honest record").
 *
 * @example
 * ```ts
 * import { attestationRecord, personOnly } from "@byhand/oclif"
 * import { Command } from "@oclif/core"
 *
 * class Accept extends Command {
 *   attestation() {
 *     return { statement: "Accept the release?", expected: "accept" }
 *   }
 *   async run() {
 *     this.log(attestationRecord(this).confirmed_at)
 *   }
 * }
 *
 * export default personOnly(Accept)
 * ```
 */
export function attestationRecord(command: object): AttestationRecord {
  const record = attestedBy(command)
  if (record === undefined)
    throw new Error(
      "No person has answered this command yet; read the record inside run(), of the guarded instance."
    )
  return record
}
