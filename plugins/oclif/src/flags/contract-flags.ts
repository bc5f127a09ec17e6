import type { CommandContract } from "@byhand/manifest"
import type { FlagDefinition } from "../gate/oclif-shape.ts"
import { booleanFlag, optionFlag } from "./definitions.ts"
import { milliseconds } from "./duration.ts"
import { gateFlags, isPreviewable } from "./gate-flags.ts"

const helpGroup = "GLOBAL"

/**
 * The flags that a command has because of what its contract declares, and need not declare itself.
 *
 * Requirement: REQ-C-004, REQ-C-005, REQ-C-007, REQ-C-012, REQ-O-004, REQ-O-021, REQ-O-048.
 */
export function contractFlags(contract: Partial<CommandContract>): Readonly<Record<string, FlagDefinition>> {
  const { danger_level: danger } = contract
  return {
    ...(contract.requires_person === true
      ? gateFlags(contract)
      : {
          ...(contract.interactive === true ? { yes } : {}),
          ...(danger === "destructive" ? { "confirm-destructive": confirmDestructive } : {}),
          ...(isPreviewable(contract) ? { "dry-run": dryRun } : {})
        }),
    ...(contract.safe_default === true ? { live } : {}),
    ...(takesKey(contract) ? { "idempotency-key": idempotencyKey } : {}),
    ...(contract.has_network_io === true ? { timeout } : {}),
    ...(contract.streaming_default === true ? { "no-stream": noStream } : {})
  }
}

/** Whether a repetition of the call can be told by a key: it changes something, and gives one result (REQ-C-007). */
function takesKey({ danger_level: danger, streaming_default: streams }: Partial<CommandContract>): boolean {
  return (danger === "mutating" || danger === "destructive") && streams !== true
}

const yes = booleanFlag({ description: "Answer every question of this command with yes", helpGroup })

const confirmDestructive = booleanFlag({
  description: "Confirm that this destroys something; without it nothing is done",
  helpGroup
})

const dryRun = booleanFlag({ description: "Show what would happen, and do nothing", helpGroup })

const live = booleanFlag({
  description: "Run the command; without it, only show what would happen",
  helpGroup
})

const idempotencyKey = optionFlag({
  description:
    "A name for this call: called again with the same one, nothing is done again and the result is the same",
  helpGroup
})

const timeout = optionFlag(
  { description: "How long the command may take, such as 30s or 2m; 0 is no limit", helpGroup },
  (duration) => {
    milliseconds(duration)
    return duration
  }
)

const noStream = booleanFlag({
  description: "Write the results when all are there, as one document",
  helpGroup
})
