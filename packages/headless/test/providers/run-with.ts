import { readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  headlessLayer,
  Lines,
  type Provider,
  resumeSession,
  runSession,
  type RunOptions,
  type RunReport
} from "../../src/index.ts"
import { newFolder } from "../sessions/new-folder.ts"

export interface Ran {
  readonly report: RunReport
  /** Everything that the run left on the disk. */
  readonly files: string
  readonly events: readonly { readonly kind: string; readonly payload: Record<string, unknown> }[]
}

type Options = Partial<RunOptions> & { readonly lines?: readonly string[] }

/** Runs a request in a folder of its own, and tells what is left of it. */
export function runWith(provider: Layer.Layer<Provider>, options: Options = {}): Promise<Ran> {
  return inFolder(async (root) => {
    const report = await runIn(root, provider, options)
    return { report, ...left(root) }
  })
}

/** The same where only the report matters: what is left may be tens of megabytes. */
export function reportWith(provider: Layer.Layer<Provider>): Promise<RunReport> {
  return inFolder((root) => runIn(root, provider))
}

function runIn(root: string, provider: Layer.Layer<Provider>, { lines = [], ...options }: Options = {}) {
  const layer = headlessLayer({ root, provider, lines: Lines.layerOf(lines) })
  const run = runSession({ request: "List the primes below 20", review: "none", ...options })
  return Effect.runPromise(Effect.provide(run, layer))
}

/** Runs a request with one provider, and drives it on with another: in between nothing is there but the disk. */
export function runAndResume(
  first: Layer.Layer<Provider>,
  second: Layer.Layer<Provider>
): Promise<readonly [RunReport, RunReport]> {
  return inFolder(async (root) => {
    const before = await runIn(root, first)
    const resume = resumeSession({ sessionId: before.session_id ?? "" })
    const after = await Effect.runPromise(Effect.provide(resume, headlessLayer({ root, provider: second })))
    return [before, after]
  })
}

async function inFolder<A>(work: (root: string) => Promise<A>): Promise<A> {
  const root = newFolder()
  try {
    return await work(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function left(root: string): Pick<Ran, "files" | "events"> {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
  const files = names.map((name) => join(root, name)).filter((path) => statSync(path).isFile())
  const log = files.find((path) => path.endsWith("events.jsonl")) ?? ""
  const lines = readFileSync(log, "utf8").split("\n").slice(0, -1)
  return {
    files: files.map((path) => readFileSync(path, "utf8")).join("\n"),
    events: lines.map((line) => JSON.parse(line) as Ran["events"][number])
  }
}
