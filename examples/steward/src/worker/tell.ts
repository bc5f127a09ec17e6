import { outcomeOf, runProjections, Sessions } from "@byhand/headless"
import { reportOf } from "@byhand/headless/report"
import { Config } from "@oclif/core"
import { root } from "../call.ts"
import type { Task, Told } from "../messages.ts"
import { homeOf } from "../run-command.ts"
import { toldOf, uptime } from "./told.ts"

/** Says of a session how the run of a worker that died has ended: one that was closed before stays as it closed. */
export async function tell({
  news: { session_id, options },
  unfinished
}: Extract<Task, { readonly _tag: "Tell" }>): Promise<Told> {
  const home = homeOf(await Config.load(root))
  const { states } = new Sessions({ root: home, projections: runProjections }).view(session_id)
  const { turn: state, usage } = states.run
  const program = { name: "steward", options }
  return toldOf(reportOf(outcomeOf(state, unfinished), { session_id, state, usage, program }, uptime()))
}
