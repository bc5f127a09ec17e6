import { ask, type AttestationRecord, personPresence } from "@byhand/attestation"
import { attestationMismatch, cancelled } from "@byhand/envelope"
import type { CommandContract } from "@byhand/manifest"
import { type CommandCall, positionals } from "../carry-out/command-call.ts"
import { confirmationRequired } from "../carry-out/confirmation-required.ts"
import { confirmedMeta, isPreview, preview } from "../carry-out/preview.ts"
import { addMeta, addWarning } from "../output/outlet.ts"
import { attestationOf } from "./attestation-of.ts"
import { attestationOfLine } from "./attestation-of-line.ts"
import { handOff, type PersonWording } from "./hand-off.ts"

/** A person-only command at its gate. */
export interface CommandAtGate extends CommandCall {
  readonly contract: CommandContract
  readonly wording: PersonWording
  readonly nonInteractive: boolean
}

export type Passage =
  | { readonly _tag: "Preview"; readonly data: unknown }
  | { readonly _tag: "Attested"; readonly record: AttestationRecord }

/**
 * Takes a command whose line is parsed through the gate: the one place where the order of the steps is written.
 *
 * A preview asks nothing; without a person there is no other answer than that; only then is the author's
 * `attestation()` called and the person asked. Throws a `CommandError` for every way of not passing.
 *
 * Requirement: REQ-C-036, REQ-O-021, REQ-O-048.
 */
export async function pass(at: CommandAtGate): Promise<Passage> {
  if (isPreview(at)) return { _tag: "Preview", data: await preview(at) }
  warnOfUnansweringFlags(at)

  // By descriptor, not by process.stdin: opening a piped stdin would already change it for whoever reads it next.
  const presence = personPresence({ stdin: { fd: 0 }, stdout: { fd: 1 }, nonInteractive: at.nonInteractive })
  if (!presence.present) throw handOff(at.path, at.line, at.contract, at.wording, presence.reason)

  if (at.contract.danger_level === "destructive" && at.line.flags["confirm-destructive"] !== true)
    throw confirmationRequired(
      at,
      { would_affect: positionals(at.line) },
      {
        fixRequired: "Add --confirm-destructive; the person at the terminal is asked all the same",
        suggestion:
          "Add --dry-run to see what would be affected, --confirm-destructive to go on to the question"
      }
    )
  const request = await attestationOf(at.command, () => attestationOfLine(at.command, at.path, at.line))
  const outcome = await ask(request, {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    nonInteractive: at.nonInteractive
  })
  switch (outcome._tag) {
    case "Confirmed":
      addMeta(confirmedMeta(at.contract))
      return { _tag: "Attested", record: outcome.record }
    case "Mismatch":
      throw attestationMismatch({
        expected: request.expected,
        undone: at.wording.undone ?? "nothing is done"
      })
    case "Interrupted":
      throw cancelled(outcome.signal)
    case "Unavailable":
      throw handOff(at.path, at.line, at.contract, at.wording, outcome.reason)
  }
}

/** Says that `--yes` and its kind answer nothing, so that whoever passed them sees why a person is asked all the same. */
function warnOfUnansweringFlags({ contract, line, forPerson }: CommandAtGate): void {
  const useless = contract.danger_level === "destructive" ? ["yes"] : ["yes", "confirm-destructive"]
  const useful = [
    ...(contract.danger_level === "destructive" ? ["confirm-destructive"] : []),
    ...(contract.confirm_flag === undefined ? [] : [contract.confirm_flag])
  ]
  const given = (names: readonly string[]) =>
    names.filter((name) => line.flags[name] === true).map((name) => `--${name}`)
  const flags = [...given(useless), ...given(useful)]
  if (flags.length === 0) return
  const message = `${flags.join(" and ")} ${flags.length === 1 ? "does" : "do"} not answer the question; only a person typing at a terminal does.`
  addWarning({ code: "ATTESTATION_NOT_ANSWERED", message, context: { flags } })
  if (forPerson && given(useless).length > 0) process.stderr.write(`Warning: ${message}\n`)
}
