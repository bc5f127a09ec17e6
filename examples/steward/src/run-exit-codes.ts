import { runExits } from "@byhand/exit-codes"
import type { ExitCodeEntry } from "@byhand/oclif"

const success: ExitCodeEntry = {
  name: "CLOSED_SUCCESS",
  description: "Closed with a result that passed every check, a published refusal, or a direct answer",
  retryable: false,
  side_effects: "complete"
}

/** What a run may end with, for the manifest. 0 has three endings, and is named after the first. */
export const runExitCodes: Readonly<Record<string, ExitCodeEntry>> = {
  "0": success,
  ...Object.fromEntries(
    runExits
      .filter(({ code }) => code !== 0)
      .map(({ code, name, meaning }) => [
        String(code),
        { name, description: meaning, retryable: false, side_effects: "partial" }
      ])
  )
}
