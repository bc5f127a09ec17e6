import { CommandExit } from "@byhand/exit-codes"
import { handle } from "@oclif/core"
import { commandErrorOf, isCleanExit, keepFourForHandOff, markForOclif } from "../output/oclif-error.ts"
import { hasPassed, writeFailure, writeSuccess } from "../output/outlet.ts"
import { endProcess } from "./end-process.ts"

/** Writes what was thrown, as an envelope or as oclif prints it for a person, and ends the process with its exit code. */
export async function fail(
  thrown: unknown,
  {
    json,
    isKnownCommand,
    isPersonOnly = false
  }: { readonly json: boolean; readonly isKnownCommand: boolean; readonly isPersonOnly?: boolean }
): Promise<void> {
  const found = commandErrorOf(thrown, isKnownCommand ? "execution" : "validation")
  const error = isPersonOnly && !hasPassed() ? keepFourForHandOff(found) : found
  if (json) {
    const exit = isCleanExit(thrown) ? CommandExit.SUCCESS : error.exit
    // Before the document, which a slow reader may hold up: whatever ends the process meanwhile, it ends with this.
    process.exitCode = exit
    await (exit === CommandExit.SUCCESS ? writeSuccess(null) : writeFailure(error))
    return endProcess(exit)
  }
  // For a person oclif prints its errors as it always did, with the same exit code as an agent gets.
  if (isCleanExit(thrown)) return endProcess(CommandExit.SUCCESS)
  const shown = thrown instanceof Error && thrown !== error ? thrown : markForOclif(error, { printed: false })
  // What is missing in a damaged install is not worth losing the reason for.
  const escaping = await import("../output/make-visible.ts").catch(() => undefined)
  escaping?.makeVisible(shown, { whole: shown === error || error.phase === "validation" })
  ;(shown as { oclif?: { exit?: number } }).oclif = { exit: error.exit }
  await drained(process.stdout)
  await handle(shown as Parameters<typeof handle>[0])
}

// oclif's handle() ends the process, and what a slow reader has not taken by then is lost.
async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed)
    await new Promise((resolve) => stream.write("", resolve))
}
