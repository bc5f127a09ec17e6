import type { ExitCodeEntry } from "@byhand/manifest"

/** What every command of a host may exit with, said once at the manifest's root (REQ-O-041, REQ-F-013, REQ-F-069). */
export const rootExitCodes: Readonly<Record<string, ExitCodeEntry>> = {
  "1": {
    name: "GENERAL_ERROR",
    description: "The command failed in a way that no other code names",
    retryable: false,
    side_effects: "partial"
  },
  "2": {
    name: "ARG_ERROR",
    description: "The command line is not valid; nothing was done",
    retryable: false,
    side_effects: "none"
  },
  "129": { name: "HANGUP", description: "The terminal went away", retryable: false, side_effects: "partial" },
  "130": {
    name: "INTERRUPTED",
    description: "Ctrl-C ended the command",
    retryable: false,
    side_effects: "partial"
  },
  "143": {
    name: "TERMINATED",
    description: "A signal ended the command",
    retryable: false,
    side_effects: "partial"
  }
}
