import type { AttestationRecord } from "@byhand/attestation"
import { Command, type Interfaces } from "@oclif/core"
import { personFlags } from "./flags/gate-flags.ts"
import type { Attestation } from "./gate/attestation-of.ts"
import { acceptedLine } from "./gate/guarded-command.ts"
import type { PersonWording } from "./gate/hand-off.ts"
import { attestationRecord, personOnly } from "./person-only.ts"

/**
 * An oclif command that only a person may take.
 *
 * Extend it, declare `static contract = personContract({ … })`, say in `attestation()` what the person confirms and what
 * they type back, and write `run()`: it is reached only after a person at a terminal typed exactly that. A speed bump
 * and an honest record, not a security boundary.
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * import { appendFile } from "node:fs/promises"
 * import { PersonCommand, personContract } from "@byhand/oclif"
 * import { Args } from "@oclif/core"
 *
 * export default class Approve extends PersonCommand<typeof Approve> {
 *   static override args = { id: Args.string({ required: true, description: "ID of the decision" }) }
 *   static contract = personContract({
 *     danger_level: "mutating",
 *     required_scopes: ["decisions:approve"],
 *     exit_codes: { 0: { description: "The approval is recorded", retryable: false, side_effects: "complete" } }
 *   })
 *
 *   attestation() {
 *     return { statement: `Approve decision ${this.args.id}?`, expected: this.args.id }
 *   }
 *
 *   async run() {
 *     await appendFile("approvals.jsonl", `${JSON.stringify(this.attested)}\n`)
 *   }
 * }
 * ```
 */
export abstract class PersonCommand<C extends typeof Command = typeof Command> extends personOnly(Command) {
  /** The flags every person-only command understands; spread them in to keep them in the help of one that adds its own. */
  static override baseFlags: Interfaces.FlagInput = personFlags

  /** The words of this command's refusals; without them they name the command. */
  declare static wording?: PersonWording

  /**
   * What the person confirms, and what they type back. Called once a person is there, after the command line was parsed.
   *
   * It must change nothing. A `CommandError` it throws keeps its exit code; anything else is `ATTESTATION_FAILED`, exit 1.
   */
  abstract attestation(): Attestation | Promise<Attestation>

  /** The parsed arguments: the ones the person approves are the ones the handler gets. */
  protected get args(): Interfaces.InferredArgs<C["args"]> {
    return line(this).args as Interfaces.InferredArgs<C["args"]>
  }

  /** The parsed flags, with `baseFlags` and the gate's own. */
  protected get flags(): Interfaces.InferredFlags<C["flags"]> & Record<string, unknown> {
    return line(this).flags as Interfaces.InferredFlags<C["flags"]> & Record<string, unknown>
  }

  /** The record of the person's answer. Throws before there is one. */
  protected get attested(): AttestationRecord {
    return attestationRecord(this)
  }
}

function line(command: object) {
  const accepted = acceptedLine(command)
  if (accepted === undefined)
    throw new Error(
      "The command line is not parsed yet: read args and flags in attestation(), preview() or run()."
    )
  return accepted
}
