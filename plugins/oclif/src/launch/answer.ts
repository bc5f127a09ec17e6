import { type Config, run } from "@oclif/core"
import { answerWithoutOclif, noteHelp, prepareHelp } from "../host/answer.ts"
import type { Call } from "../host/call.ts"
import type { HeldConfig } from "../host/held-config.ts"

/** Answers one call: what needs no command at once, and all else through oclif. */
export async function answer(config: Config, call: Call): Promise<unknown> {
  const held = config as object as HeldConfig
  const own = await answerWithoutOclif(held, call, { forPerson: !call.isForProgram })
  if (own !== undefined) return own.data
  await prepareHelp(held, call)
  const result = await run([...call.line.argv], config)
  if (call.isHelp) noteHelp(call)
  return result
}
