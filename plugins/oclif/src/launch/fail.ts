import { CommandExit } from "@byhand/exit-codes"
import { handle } from "@oclif/core"
import { markForOclif } from "../output/oclif-error.ts"
import type { Ending } from "../output/outlet-state.ts"
import { writeEnding } from "../output/outlet.ts"
import { endProcess } from "./end-process.ts"

/** Writes how a call ended that threw this, as an envelope or as oclif prints it for a person, and ends the process so. */
export async function fail(
  thrown: unknown,
  ending: Ending,
  { json }: { readonly json: boolean }
): Promise<void> {
  const exit = "error" in ending ? ending.error.exit : CommandExit.SUCCESS
  if (json) {
    // Before the document, which a slow reader may hold up: whatever ends the process meanwhile, it ends with this.
    process.exitCode = exit
    await writeEnding(ending)
    return endProcess(exit)
  }
  if (!("error" in ending)) return endProcess(exit)
  // For a person oclif prints its errors as it always did, with the same exit code as an agent gets. What is missing in a
  // damaged install is not worth losing the reason for.
  const forPerson = await import("../host/shown-to-person.ts").catch(() => undefined)
  const shown =
    forPerson?.shownToPerson(thrown, ending.error) ?? markForOclif(ending.error, { printed: false })
  await drained(process.stdout)
  await handle(shown as Parameters<typeof handle>[0])
}

// oclif's handle() ends the process, and what a slow reader has not taken by then is lost.
async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed)
    await new Promise((resolve) => stream.write("", resolve))
}
