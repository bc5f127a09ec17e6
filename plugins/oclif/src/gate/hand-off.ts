import { type CommandError, personRequired } from "@byhand/envelope"
import { positionals } from "../carry-out/command-call.ts"
import { gateFlags } from "../flags/gate-flags.ts"
import type { CommandContract } from "@byhand/manifest"
import type { ParsedCommandLine } from "./oclif-shape.ts"

/** The author's words for a command's refusals, as data on the class. */
export interface PersonWording {
  /** What needs a person, as the subject of a sentence: "Approving a decision". */
  readonly action?: string
  /** What a refusal left undone, as a clause: "nothing is recorded". */
  readonly undone?: string
}

/** The refusal that hands this very call to a person: its path and positionals, and no flag. */
export function handOff(
  command: readonly string[],
  line: ParsedCommandLine,
  contract: CommandContract,
  { action }: PersonWording,
  absence: string
): CommandError {
  const answersNothing = new Set(
    Object.keys(gateFlags(contract)).filter(
      // A destructive command refuses without it, so the person needs it too.
      (name) => name !== "confirm-destructive" || contract.danger_level !== "destructive"
    )
  )
  return personRequired({
    command,
    positionals: positionals(line),
    hadOptions: line.raw.some(
      ({ type, flag }) => type === "flag" && flag !== undefined && !answersNothing.has(flag)
    ),
    absence,
    ...(action === undefined ? {} : { action })
  })
}
