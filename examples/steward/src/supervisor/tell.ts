import { writeSync } from "node:fs"
import { EnvelopeSink } from "@byhand/envelope"
import type { Told } from "../messages.ts"
import { closingLines } from "./closing-lines.ts"
import { textFor } from "./for-person.ts"

/** How long a process that is to end at once waits for a reader that takes nothing, in milliseconds. */
const stallMs = 200

interface Telling {
  /** Whether stdout carries the envelope. */
  readonly json: boolean
}

let sink: EnvelopeSink | undefined
const stdout = () => (sink ??= new EnvelopeSink({ stream: process.stdout, stallMs }))

/** Tells how a run ended: on stderr in lines, on stdout as one envelope, or to a person in words; and with the exit code. */
export async function tell(told: Told, { json }: Telling): Promise<void> {
  process.exitCode = told.exit.code
  sayLines(told)
  if (json) await stdout().write(told.envelope)
  else process.stdout.write(textFor(told))
}

/** Tells it before this returns, and ends the process. A document that is on its way is finished. */
export function tellNow(told: Told, { json }: Telling): never {
  if (process.exitCode === undefined) {
    process.exitCode = told.exit.code
    sayLines(told)
    if (json) stdout().writeSync(told.envelope)
  }
  // oxlint-disable-next-line unicorn/no-process-exit -- whoever sent a second signal does not want to wait
  process.exit()
}

function sayLines(told: Told): void {
  for (const line of closingLines(told)) {
    try {
      writeSync(2, `${line}\n`)
    } catch {
      // Nobody reads it; the exit code says it as well.
    }
  }
}
