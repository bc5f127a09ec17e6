import type { ExitCodeEntry } from "@byhand/oclif"

/** What any command that changes the decisions may end with, beside its own exits. */
export const changeExits: Readonly<Record<string, ExitCodeEntry>> = {
  "3": {
    name: "PARTIAL_FAILURE",
    description: "The change was made, and the disk did not confirm it",
    retryable: false,
    side_effects: "partial"
  },
  "12": {
    name: "UNAVAILABLE",
    description: "Another process holds the decisions; nothing is changed",
    retryable: true,
    side_effects: "none"
  }
}
