import { Config, run } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { root } from "../call.ts"
import type { Told } from "../messages.ts"
import { parent } from "./parent.ts"
import { failed, toldOf } from "./told.ts"

/**
 * Carries out one command line of the run contract.
 *
 * @returns how it ended; undefined when it was stopped before it had begun
 */
export async function perform(argv: readonly string[]): Promise<Told | undefined> {
  try {
    const config = await Config.load(root)
    if (parent.signal !== undefined) return undefined
    return toldOf((await run([...argv], config)) as RunReport)
  } catch (thrown) {
    return parent.signal === undefined ? failed(thrown) : undefined
  }
}
