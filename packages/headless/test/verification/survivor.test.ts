import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import {
  cancelSession,
  headlessLayer,
  type Language,
  replayProvider,
  resumeSession,
  Sandbox,
  Verifier
} from "../../src/index.ts"

const script = fileURLToPath(new URL("long-run.mjs", import.meta.url))
const roots: string[] = []
afterAll(() => roots.forEach((root) => rmSync(root, { recursive: true })))

interface Logged {
  readonly kind: string
  readonly payload: { readonly process?: { readonly pid: number } }
}

function logOf(root: string): readonly Logged[] {
  const id = sessionIn(root)
  if (id === undefined) return []
  const lines = readFileSync(join(root, id, "events.jsonl"), "utf8").split("\n")
  return lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as Logged)
}

function sessionIn(root: string): string | undefined {
  return readdirSync(root).find((name) => !name.startsWith("."))
}

/** A session whose host was killed with -9 while its program ran. */
async function orphaned() {
  const root = mkdtempSync(join(tmpdir(), "orphaned-"))
  roots.push(root)
  const host = spawn(process.execPath, [script, root], { stdio: "inherit" })
  const started = () => logOf(root).find(({ kind }) => kind === "PROGRAM_STARTED")
  await expect.poll(started, { interval: 20, timeout: 60_000 }).toBeDefined()
  const pid = started()?.payload.process?.pid as number
  // It begins after it is on record: one whose host dies in between ends by itself.
  await expect.poll(() => existsSync(`/proc/${pid}/cwd/begun`), { interval: 20, timeout: 60_000 }).toBe(true)
  await new Promise((resolve) => {
    host.once("exit", resolve)
    host.kill("SIGKILL")
  })
  expect(isThere(pid)).toBe(true)
  return { root, pid, sessionId: sessionIn(root) as string }
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ")
  } catch {
    return false
  }
}

/** A language whose programs all print the same, so that the resumed run ends. */
const quick: Language = {
  name: "javascript",
  command: () => ({
    file: process.execPath,
    args: ["-e", "require('fs').readSync(3, Buffer.alloc(1)); console.log('[1,2]')"]
  }),
  constants: async () => ({ values: [], printed: [] })
}

function layerOf(root: string) {
  const verifier = Layer.provide(Verifier.layerPrograms, Sandbox.layer({ languages: [quick] }))
  return headlessLayer({ root, provider: replayProvider({ turns: [] }), verifier })
}

describe.skipIf(process.platform !== "linux")("a program whose host was killed", () => {
  it("is ended before anything else, and is uncertain until somebody decides; done again, the run ends as it would have", async () => {
    const { root, pid, sessionId } = await orphaned()
    const resume = (decision?: "redo") =>
      Effect.runPromise(Effect.provide(resumeSession({ sessionId, decision }), layerOf(root)))
    const uncertain = await resume()
    expect([uncertain.exit.code, uncertain.envelope.error?.code]).toEqual([4, "OUTCOME_UNCERTAIN"])
    expect(isThere(pid)).toBe(false)
    const count = () => logOf(root).filter(({ kind }) => kind === "PROGRAM_STARTED").length
    expect(count()).toBe(1)
    const redone = await resume("redo")
    expect([redone.exit.code, redone.exit.closure, count()]).toEqual([0, "CLOSED_SUCCESS", 2])
  })

  it("is ended when its session is cancelled", async () => {
    const { root, pid, sessionId } = await orphaned()
    const cancelled = await Effect.runPromise(Effect.provide(cancelSession({ sessionId }), layerOf(root)))
    expect([cancelled.exit.code, isThere(pid)]).toEqual([1, false])
  })
})
