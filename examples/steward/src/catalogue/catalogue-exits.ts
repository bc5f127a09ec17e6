import type { ExitCodeEntry } from "@byhand/oclif"

/** What a command that scores a catalogue may end with. */
export const catalogueExits: Readonly<Record<string, ExitCodeEntry>> = {
  "0": { name: "SUCCESS", description: "Every case passed", retryable: false, side_effects: "complete" },
  "1": {
    name: "GENERAL_ERROR",
    description: "Not every case passed",
    retryable: false,
    side_effects: "partial"
  },
  "2": {
    name: "ARG_ERROR",
    description: "The manifest or the results are not what they should be",
    retryable: false,
    side_effects: "none"
  },
  "5": { name: "NOT_FOUND", description: "A file is not there", retryable: false, side_effects: "none" }
}
