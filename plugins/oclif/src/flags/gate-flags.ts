import { booleanFlag, optionFlag } from "./definitions.ts"
import { formats, type globalFlagNames } from "./names.ts"
import type { CommandContract } from "@byhand/manifest"
import type { FlagDefinition } from "../gate/oclif-shape.ts"

const notAnAnswer =
  "Accepted, and answers nothing: a person types the answer at a terminal. A speed bump and an honest record, not a security boundary"

/** Root flags: the same on every command of a host, listed once in its manifest. */
export const rootFlags = {
  format: optionFlag({
    description: "Output for a program (json, jsonl, tsv) or for a person (plain)",
    options: formats,
    helpGroup: "GLOBAL"
  }),
  "non-interactive": booleanFlag({
    description: "Never ask: a question that only a person may answer is refused at once",
    helpGroup: "GLOBAL"
  }),
  schema: booleanFlag({
    description: "Print this command's manifest entry as JSON, and do nothing",
    helpGroup: "GLOBAL"
  }),
  "output-schema": booleanFlag({
    description: "Print the JSON Schema of this command's result, and do nothing",
    helpGroup: "GLOBAL"
  })
} satisfies Record<(typeof globalFlagNames)[number], unknown>

/**
 * The flags every person-only command understands without declaring them.
 *
 * An author who sets `static baseFlags` spreads these in to keep them in the command's help; the gate understands them
 * either way.
 *
 * Requirement: REQ-C-005, REQ-C-036, REQ-O-001
 *
 * @example
 * ```ts
 * import { PersonCommand } from "@byhand/oclif"
 * import { type Command, Flags } from "@oclif/core"
 *
 * export abstract class RegionalCommand<T extends typeof Command> extends PersonCommand<T> {
 *   static override baseFlags = { ...PersonCommand.baseFlags, region: Flags.string() }
 * }
 * ```
 */
export const personFlags = {
  ...rootFlags,
  yes: booleanFlag({ description: notAnAnswer, helpGroup: "PERSON-ONLY" })
}

const confirmDestructive = booleanFlag({
  description: "Confirm that this destroys something; the person is asked all the same",
  helpGroup: "PERSON-ONLY"
})

const dryRun = booleanFlag({
  description: "Show what would happen, ask nothing and do nothing",
  helpGroup: "PERSON-ONLY"
})

/**
 * Whether a command with this contract can be previewed: a destructive one (REQ-C-004), and one that a call without a flag only
 * previews (REQ-O-048).
 */
export function isPreviewable(contract: Partial<CommandContract>): boolean {
  return (
    contract.danger_level === "destructive" ||
    contract.confirm_flag !== undefined ||
    contract.safe_default === true
  )
}

/**
 * The flags the gate adds to a command because of its contract.
 *
 * `--confirm-destructive` is understood everywhere, so that an agent that adds it to any person-only command is told
 * that it answers nothing, instead of being told of a typing error.
 */
export function gateFlags(contract: Partial<CommandContract> = {}): Readonly<Record<string, FlagDefinition>> {
  return {
    ...personFlags,
    "confirm-destructive":
      contract.danger_level === "destructive" ? confirmDestructive : { ...confirmDestructive, hidden: true },
    ...(isPreviewable(contract) ? { "dry-run": dryRun } : {})
  }
}
