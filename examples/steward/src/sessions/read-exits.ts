import type { ExitCodeEntry } from "@byhand/oclif"

/** What a command that only reads sessions may end with besides its own exits. */
export const readExits: Readonly<Record<string, ExitCodeEntry>> = {
  "1": {
    name: "GENERAL_ERROR",
    description: "The sessions cannot be read",
    retryable: false,
    side_effects: "none"
  }
}
