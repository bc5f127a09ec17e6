import type { JsonObject } from "@byhand/envelope"
import { addMeta } from "../output/outlet.ts"
import { type CommandCall, positionals } from "./command-call.ts"
import { confirmationRequired } from "./confirmation-required.ts"
import { confirmedMeta, isPreview, ownPreview, preview } from "./preview.ts"

/** Whether a call goes on to the handler. */
export type Admission = { readonly _tag: "Preview"; readonly data: unknown } | { readonly _tag: "Admitted" }

/**
 * Takes an ordinary command whose line is parsed up to its handler: a call without the flag that runs it is a preview, and
 * one that destroys something is refused without `--confirm-destructive`.
 *
 * A command that declares `--dry-run` itself, and has no `preview()`, previews in its own handler.
 *
 * @throws CommandError `CONFIRMATION_REQUIRED`, exit 2, with what would be affected
 *
 * Requirement: REQ-C-004, REQ-O-021, REQ-O-048.
 */
export async function admit(call: CommandCall): Promise<Admission> {
  const { contract, line, command } = call
  if (isPreview(call)) {
    if (previewsItself(call)) {
      addMeta({ dry_run: true })
      return { _tag: "Admitted" }
    }
    return { _tag: "Preview", data: await preview(call) }
  }
  if (contract.danger_level === "destructive" && line.flags["confirm-destructive"] !== true)
    throw confirmationRequired(call, await wouldAffect(command, line), {
      fixRequired: "Add --confirm-destructive, or --dry-run to see what would be affected"
    })
  addMeta(confirmedMeta(contract))
  return { _tag: "Admitted" }
}

function previewsItself({ command, line }: CommandCall): boolean {
  const { flags, baseFlags } = command.constructor as {
    flags?: Record<string, unknown>
    baseFlags?: Record<string, unknown>
  }
  const isOwn = flags?.["dry-run"] !== undefined || baseFlags?.["dry-run"] !== undefined
  return isOwn && line.flags["dry-run"] === true && ownPreview(command) === undefined
}

async function wouldAffect(command: object, line: CommandCall["line"]): Promise<JsonObject> {
  const shown = (await ownPreview(command)?.()) as { would_affect?: unknown } | null | undefined
  return { would_affect: (shown?.would_affect ?? positionals(line)) as JsonObject[string] }
}
