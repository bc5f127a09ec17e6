import {
  type ConductOptions,
  headlessLayer,
  type Lines,
  RunFeed,
  type RunServices,
  StopSignal
} from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { estimating } from "./estimate.ts"
import { Dues } from "./due.ts"
import { newsOf } from "./news.ts"
import { parent } from "./parent.ts"
import { OutputFile } from "./output-file.ts"
import { programMs, programVerifier } from "./verifier.ts"
import type { ModelFlags } from "./model-endpoint.ts"
import { chooseProvider } from "./provider.ts"
import { withOutput } from "./with-output.ts"

/** What a command line says of how a session is worked on. */
export interface WorkingFlags extends ModelFlags {
  readonly "max-calls"?: number | undefined
  /** Milliseconds. */
  readonly timeout?: number | undefined
  readonly output?: string | undefined
  /** Asks for an estimate first. */
  readonly estimate?: boolean | undefined
}

/** Where the session is, and who decides at its gates. */
export interface Place {
  /** The folder of all sessions. */
  readonly home: string
  readonly lines: Layer.Layer<Lines>
}

/**
 * Works on a session with the services of this program, and writes its result to the file that was asked for.
 *
 * @throws HarnessFailure OUTPUT_UNWRITABLE, TAPE_UNREADABLE, MODEL_URL_INVALID and its like: nothing was run
 */
export async function conduct(
  { home, lines }: Place,
  flags: WorkingFlags,
  work: (options: ConductOptions) => Effect.Effect<RunReport, never, RunServices>
): Promise<RunReport> {
  const { estimate, "max-calls": maxCalls, timeout: timeoutMs, output: path } = flags
  const output = path === undefined ? undefined : await OutputFile.at(path)
  const { layer: provider, options, callMs } = await chooseProvider(flags)
  const programOptions = estimate === true ? [...options, "--estimate"] : options
  const dues = new Dues({ runMs: timeoutMs ?? null, modelMs: callMs, programMs })
  parent.send(dues.between)
  const layer = headlessLayer({
    root: home,
    provider,
    budget: estimate === true ? estimating : undefined,
    verifier: programVerifier(),
    lines,
    feed: toSupervisor(programOptions, dues)
  })
  const run = work({ program: "steward", programOptions, maxCalls, timeoutMs })
  const report = await Effect.runPromise(
    run.pipe(Effect.provide(layer), Effect.provideService(StopSignal, stopSignal))
  )
  return output === undefined ? report : withOutput(report, home, output)
}

const stopSignal = Effect.callback<"SIGINT" | "SIGTERM">((resume) => {
  const stop = () => resume(Effect.succeed(parent.signal ?? "SIGTERM"))
  if (parent.stopping.aborted) stop()
  else parent.stopping.addEventListener("abort", stop, { once: true })
})

/** @param options with which the session goes on */
function toSupervisor(options: readonly string[], dues: Dues): Layer.Layer<RunFeed> {
  return Layer.succeed(RunFeed, {
    tell: (news) =>
      Effect.sync(() => {
        const due = dues.after(news)
        if (due !== undefined) parent.send(due)
        parent.send({ _tag: "News", news: newsOf(news, options) })
      }),
    events: Stream.never
  })
}
