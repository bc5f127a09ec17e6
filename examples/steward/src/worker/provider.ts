import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { Provider, replayProvider, Tape } from "@byhand/headless"
import { harnessError, HarnessFailure } from "@byhand/headless/report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { usageError, whyNot } from "./usage-error.ts"

/** Who is asked, and the options that ask them again. */
export interface ChosenProvider {
  readonly layer: Layer.Layer<Provider>
  readonly options: readonly string[]
}

/** @throws HarnessFailure TAPE_UNREADABLE */
export async function chooseProvider(tape: string | undefined): Promise<ChosenProvider> {
  if (tape === undefined) return { layer: nobody, options: [] }
  const path = resolve(tape)
  return { layer: replayProvider(await readTape(path)), options: ["--replay", path] }
}

/** What is there for a session that only has something to tell, and no call to make. */
const nobody = Layer.succeed(Provider, {
  name: "none",
  call: ({ operation }) => Effect.fail(new HarnessFailure(harnessError({ ...noProvider, operation })))
})

const noProvider = {
  code: "NO_PROVIDER",
  message: "There is nobody to ask: give the replies of a model with --replay TAPE."
}

/** @throws HarnessFailure NO_PROVIDER, before a session is made that cannot go anywhere */
export function requireProvider(tape: string | undefined): void {
  if (tape === undefined) throw usageError(noProvider.code, `${noProvider.message} Nothing was run.`)
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
