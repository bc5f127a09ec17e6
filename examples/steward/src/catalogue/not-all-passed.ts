import { CommandError, type JsonObject } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { CatalogueScore } from "@byhand/headless/catalogue"

/** The error of a catalogue that did not pass as a whole. It carries the score. */
export function notAllPassed(score: CatalogueScore): CommandError {
  const { cases, counts } = score
  return new CommandError({
    code: "CASES_NOT_PASSED",
    exit: CommandExit.GENERAL_ERROR,
    message: `${counts.PASS} of ${cases.length} cases passed. Only a case with the outcome PASS counts.`,
    context: JSON.parse(JSON.stringify(score)) as JsonObject
  })
}
