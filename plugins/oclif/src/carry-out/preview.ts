import type { JsonObject } from "@byhand/envelope"
import { isPreviewable } from "../flags/gate-flags.ts"
import { addMeta } from "../output/outlet.ts"
import { type CommandCall, positionals } from "./command-call.ts"

/** Whether a call only shows what would happen: `--dry-run` wins over the flag that the contract wants for more (REQ-O-048). */
export function isPreview({ contract, line }: CommandCall): boolean {
  if (!isPreviewable(contract)) return false
  return line.flags["dry-run"] === true || !runFlags(contract).every((name) => line.flags[name] === true)
}

/**
 * What would happen: what the author's `preview()` says, else that the command would run on its arguments.
 *
 * Requirement: REQ-C-004.
 */
export async function preview(call: CommandCall): Promise<unknown> {
  addMeta({ dry_run: true })
  const own = ownPreview(call.command)
  if (own !== undefined) return await own()
  if (call.forPerson)
    process.stdout.write(`A preview: ${call.path.join(" ")} was not run, and nothing was done.\n`)
  return { effect: "would_run", would_affect: positionals(call.line) }
}

/** The `preview()` that an author wrote. */
export function ownPreview(command: object): (() => unknown) | undefined {
  const { preview: own } = command as { preview?: () => unknown }
  return typeof own === "function" ? () => own.call(command) : undefined
}

/** What the envelope of a call says that is no preview, though it could have been one. */
export function confirmedMeta(contract: CommandCall["contract"]): JsonObject {
  const confirmed = contract.danger_level === "destructive" || runFlags(contract).length > 0
  return { ...(isPreviewable(contract) ? { dry_run: false } : {}), ...(confirmed ? { confirmed: true } : {}) }
}

/** The flags without which a call is a preview. */
function runFlags(contract: CommandCall["contract"]): readonly string[] {
  return [
    ...(contract.confirm_flag === undefined ? [] : [contract.confirm_flag]),
    ...(contract.safe_default === true ? ["live"] : [])
  ]
}
