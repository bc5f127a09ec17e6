import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { Provider, replayProvider, Tape } from "@byhand/headless"
import { harnessError, HarnessFailure } from "@byhand/headless/report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { askEndpoint, isModelNamed, type ChosenProvider, type ModelFlags } from "./model-endpoint.ts"
import { usageError, whyNot } from "./usage-error.ts"

/** @throws HarnessFailure TAPE_UNREADABLE; MODEL_URL_INVALID and its like, when an endpoint cannot be asked */
export async function chooseProvider(flags: ModelFlags): Promise<ChosenProvider> {
  if (flags.replay !== undefined) {
    const path = resolve(flags.replay)
    return { layer: replayProvider(await readTape(path)), options: ["--replay", path], callMs: null }
  }
  return isModelNamed(flags) ? askEndpoint(flags) : { layer: nobody, options: [], callMs: null }
}

/** @throws HarnessFailure NO_PROVIDER, before a session is made that cannot go anywhere */
export function requireProvider(flags: ModelFlags): void {
  if (flags.replay === undefined && !isModelNamed(flags))
    throw usageError(noProvider.code, `${noProvider.message} Nothing was run.`)
}

/** What is there for a session that only has something to tell, and no call to make. */
const nobody = Layer.succeed(Provider, {
  name: "none",
  call: ({ operation }) => Effect.fail(new HarnessFailure(harnessError({ ...noProvider, operation })))
})

const noProvider = {
  code: "NO_PROVIDER",
  message:
    "There is nobody to ask: name a model with --model-url URL and --model NAME, or give the replies of one with --replay TAPE."
}

async function readTape(path: string): Promise<Tape> {
  try {
    const text = await readFile(path, "utf8")
    return Schema.decodeUnknownSync(Tape)(JSON.parse(text))
  } catch (thrown) {
    throw usageError(
      "TAPE_UNREADABLE",
      `${path} is not a tape of replies: ${whyNot(thrown)}. Nothing was run.`
    )
  }
}
