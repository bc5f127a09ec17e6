import { Config } from "@oclif/core"
import type { RunReport } from "@byhand/headless/report"
import { root } from "../call.ts"
import type { Told } from "../messages.ts"
import { parent } from "./parent.ts"
import { failed, toldOf } from "./told.ts"

interface Loaded {
  readonly default: { run(argv: string[], config: Config): Promise<unknown> }
}

/** The commands of the run contract, as parts of this program: oclif would load them, and itself, from files of their own. */
const commands: Readonly<Record<string, () => Promise<Loaded>>> = {
  answer: () => import("../commands/answer.ts"),
  cancel: () => import("../commands/cancel.ts"),
  resume: () => import("../commands/resume.ts"),
  run: () => import("../commands/run.ts")
}

/**
 * Carries out one command line of the run contract. oclif's hooks hold a command to the command contract, so they are not run.
 *
 * @returns how it ended; undefined when it was stopped before it had begun
 */
export async function perform([id = "", ...argv]: readonly string[]): Promise<Told | undefined> {
  try {
    const config = await Config.load(root)
    if (parent.signal !== undefined) return undefined
    const load = commands[id]
    if (load === undefined) throw new Error(`${id} is not a command of the run contract.`)
    const { default: command } = await load()
    return toldOf((await command.run([...argv], config)) as RunReport)
  } catch (thrown) {
    return parent.signal === undefined ? failed(thrown) : undefined
  }
}
