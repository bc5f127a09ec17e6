import { spawn } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import type { CaseResult, CatalogueCase } from "@byhand/headless/catalogue"
import { gradeOf } from "./grade.ts"
import { groupBytes } from "./group-memory.ts"
import { root } from "../call.ts"

/** How the runs of a catalogue are made. */
export interface CaseOptions {
  /** The manifest: what it names is beside it. */
  readonly manifest: string
  /** Where results, sessions and envelopes go. */
  readonly out: string
  readonly review: "piped" | "none"
  /** Where each case's replies are, as `<id>.json`; the model that `runArgs` names is asked otherwise. */
  readonly replay?: string | undefined
  /** Passed on to `steward run` as they are. */
  readonly runArgs: readonly string[]
  readonly deadlineMs: number
  readonly memoryBytes: number
  /** Aborted when no case is to go on. */
  readonly stop: AbortSignal
}

const lookEvery = 100
/** Enough for every gate of a run: what is left over starts nothing. */
const confirmations = "/confirm\n".repeat(5)
/** Bytes of an envelope. A run that prints more is no run of ours. */
const mostOutput = 64 * 1_048_576

/** Runs one case in a process of its own, with a deadline and a memory bound. What its runner ends is no outcome of a model. */
export async function runCase(one: CatalogueCase, options: CaseOptions): Promise<CaseResult> {
  const name = encodeURIComponent(one.id)
  const ended = await processOf(argsOf(one, name, options), join(options.out, "sessions", name), options)
  const { killed, code, stdout } = ended
  if (killed !== undefined) return { ...nothing, id: one.id, killed }
  const data = dataOf(stdout)
  if (data === undefined) return { ...nothing, id: one.id, exit_code: code }
  const envelope = join(options.out, "envelopes", `${name}.json`)
  mkdirSync(dirname(envelope), { recursive: true })
  writeFileSync(envelope, stdout)
  return {
    id: one.id,
    exit_code: code,
    closure: data.closure,
    stage: data.stage,
    verification: data.verification === null ? null : statuses[data.verification.status],
    grade: gradeOf(one, data.deliverable?.text ?? data.published, dirname(resolve(options.manifest)))
  }
}

const nothing = { exit_code: null, closure: null, stage: null, verification: null, grade: null } as const
const statuses = { ESTABLISHED: "established", UNESTABLISHED: "unestablished", FAILED: "failed" } as const

interface RunData {
  readonly closure: CaseResult["closure"]
  readonly stage: string | null
  readonly verification: { readonly status: keyof typeof statuses } | null
  readonly deliverable: { readonly text: string } | null
  readonly published: string | null
}

function argsOf(one: CatalogueCase, name: string, options: CaseOptions): readonly string[] {
  const prompt = resolve(dirname(options.manifest), one.file)
  const replay = options.replay === undefined ? [] : ["--replay", join(options.replay, `${name}.json`)]
  const flags = ["--prompt-file", prompt, "--review", options.review, "--format", "json", "--non-interactive"]
  return [join(root, "bin/run.js"), "run", ...flags, ...replay, ...options.runArgs]
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly killed?: CaseResult["killed"]
}

function processOf(
  args: readonly string[],
  home: string,
  { deadlineMs, memoryBytes, stop }: CaseOptions
): Promise<Ended> {
  return new Promise((done) => {
    const env = { ...process.env, STEWARD_HOME: home }
    // In a group of its own: a Ctrl-C is the catalogue's business, and a kill reaches the run's worker too.
    const child = spawn(process.execPath, args, { env, detached: true, stdio: ["pipe", "pipe", "ignore"] })
    const { pid } = child
    let killed: CaseResult["killed"]
    const end = (why: NonNullable<CaseResult["killed"]>) => {
      killed ??= why
      if (pid !== undefined) kill(pid)
    }
    const interrupt = () => end("interrupted")
    const deadline = setTimeout(() => end("timeout"), deadlineMs)
    const watch = setInterval(() => {
      if (pid !== undefined && groupBytes(pid) > memoryBytes) end("memory")
    }, lookEvery)
    stop.addEventListener("abort", interrupt, { once: true })
    // Whatever ends this process, no case goes on without it.
    process.on("exit", interrupt)
    const chunks: Buffer[] = []
    let bytes = 0
    child.stdout.on("data", (chunk: Buffer) => {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > mostOutput) end("memory")
    })
    child.stdin.on("error", () => {})
    child.stdin.end(confirmations)
    child.once("error", () => end("not_started"))
    child.once("close", (code) => {
      clearTimeout(deadline)
      clearInterval(watch)
      stop.removeEventListener("abort", interrupt)
      process.off("exit", interrupt)
      const stdout = Buffer.concat(chunks).toString("utf8")
      // A process that a signal ended without us was ended by somebody who is no model either.
      const by = killed ?? (code === null ? "interrupted" : undefined)
      done({ code: code ?? 1, stdout, ...(by === undefined ? {} : { killed: by }) })
    })
    if (stop.aborted) interrupt()
  })
}

function kill(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL")
  } catch {
    // It is gone.
  }
}

function dataOf(stdout: string): RunData | undefined {
  try {
    const { data } = JSON.parse(stdout) as { data: RunData | null }
    return data ?? undefined
  } catch {
    return undefined
  }
}
