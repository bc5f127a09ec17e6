import { runPiped } from "@byhand/conformance"
import { readCall, root } from "../../src/call.ts"
import type { Told } from "../../src/messages.ts"
import { closingLines } from "../../src/supervisor/closing-lines.ts"
import { type Home, ran, type Ran } from "./home.ts"

const program = new URL("perform-each.mjs", import.meta.url).pathname

/**
 * What a worker tells of each of these command lines, one after the other in one process. Which stdin it has, and what the
 * supervisor makes of it, is not seen here.
 */
export async function performed(home: Home, calls: readonly (readonly string[])[]): Promise<readonly Told[]> {
  const argvs = calls.map((args) => readCall(args)?.argv)
  const { stdout, stderr, exitCode } = await runPiped([process.execPath, program, root], {
    cwd: home.folder,
    env: home.env,
    stdin: JSON.stringify(argvs),
    timeoutMs: 60_000
  })
  const told = stdout.split("\n").filter((line) => line !== "")
  if (exitCode !== 0 || told.length !== calls.length)
    throw new Error(
      `Of ${calls.length} calls ${told.length} were told, and it ended with ${exitCode}: ${stderr}`
    )
  return told.map((line) => JSON.parse(line) as Told)
}

/** A run as its supervisor would tell it: one valid document, the lines on stderr, and the exit. */
export function ranAs(told: Told): Ran {
  const stderr = closingLines(told).map((line) => `${line}\n`)
  return ran({
    stdout: `${JSON.stringify(told.envelope)}\n`,
    stderr: stderr.join(""),
    exitCode: told.exit.code,
    signal: null,
    durationMs: 0
  })
}
