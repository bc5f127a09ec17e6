import type { JsonObject } from "@byhand/envelope"
import { harnessError, HarnessFailure } from "@byhand/headless/report"

/** Something of a call is wrong before there is a run: exit 4 with a code that names it. */
export function usageError(code: string, message: string, context: JsonObject = {}): HarnessFailure {
  return new HarnessFailure(harnessError({ code, message, context }))
}

/** What the file system says of a file, as the end of a sentence. */
export function whyNot(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
