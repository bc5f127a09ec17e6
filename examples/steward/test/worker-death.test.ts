import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ran, tape } from "./support/home.ts"
import { newHome, unreviewed } from "./support/new-home.ts"
import { gone, inCall, onMessage, ownerOf, Started } from "./support/started.ts"

const deaths = [
  {
    death: "runs out of memory",
    code: "OUT_OF_MEMORY",
    nodeOptions: "--max-old-space-size=64",
    first: inCall("EXECUTE", `const kept = []; for (;;) kept.push(new Array(100_000).fill({}))`)
  },
  {
    death: "throws what nobody catches",
    code: "UNCAUGHT_ERROR",
    first: inCall("EXECUTE", `throw new Error("the moon is full")`)
  },
  {
    death: "rejects what nobody catches",
    code: "UNCAUGHT_ERROR",
    first: inCall("EXECUTE", `void Promise.reject(new Error("the moon is full"))`)
  },
  {
    death: "is killed",
    code: "WORKER_KILLED",
    first: inCall("EXECUTE", `process.kill(process.pid, "SIGKILL")`)
  },
  {
    death: "ends by itself",
    code: "WORKER_DIED",
    first: inCall("EXECUTE", `process.exit(0)`)
  },
  {
    death: "waits for what never comes",
    code: "NEVER_SETTLED",
    first: `if (isWorker) { const { setTimeout: wait } = globalThis
      globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms, ...rest)[ms > 10_000 ? "unref" : "ref"]() }`
  }
]

const files = [{ path: "main.js", content: "console.log(6 * 7)" }]
const solver = { role: "solver", language: "javascript", entry: "main.js", files }
const analysis = { task: "t", deliverable: "d", constraints: [], missing_information: [] }
const result = { body: "b", interpretation: "i", approach: "a", result_ir: { programs: [solver] } }
/** A turn whose result a program establishes. */
const solved = {
  ACTIVATION: [{ reply: { route: "APPLY_PROTOCOL" } }],
  BOOTSTRAP_ANALYSIS: [{ reply: { kind: "ANALYSIS", ...analysis } }],
  EXECUTE: [{ reply: { kind: "RESULT", ...result } }]
}

describe.concurrent("a worker that", () => {
  it.each(deaths)(
    "$death is exit 4 $code, in one document without a stack",
    async ({ code, first, nodeOptions = "" }) => {
      const run = await new Started(newHome(), [...unreviewed, ...tape("slow")], { first, nodeOptions }).run()
      expect([run.exitCode, run.envelope.error?.code], run.stderr).toEqual([4, code])
      expect(run.result).toMatchObject({ session_id: expect.stringMatching(/^S-/), stage: "EXECUTION_READY" })
      expect(run.stderr).toMatch(/^\[harness-error\] \{.*\}\n\[headless halt\] .* Exiting \(code 4\)\.\n$/)
      expect(run.stderr).not.toMatch(/^\s+at |<--- |FATAL/m)
      expect(run.result.resume?.command).toContain(`steward resume ${run.result.session_id}`)
    }
  )

  it("dies after its run has closed changes nothing of how it closed", async () => {
    // The next worker, which looks at the session, is let alone.
    const first = onMessage(`if (task?._tag === "Perform") {
      const { send } = process
      process.send = (message, ...rest) =>
        message._tag === "Ended" ? process.kill(process.pid, "SIGKILL") : send.call(process, message, ...rest)
    }`)
    const run = await new Started(newHome(), [...unreviewed, ...tape("repaired")], { first }).run()
    expect([run.exitCode, run.result.closure, run.result.usage.calls]).toEqual([0, "CLOSED_SUCCESS", 4])
    expect(run.envelope.warnings.map(({ code }) => code)).toEqual(["ERROR_AFTER_CLOSING"])
  })

  it("has lost its supervisor stops, and its run can be driven on", async () => {
    const home = newHome()
    const started = new Started(home, [...unreviewed, ...tape("slow")])
    const id = await started.until("EFFECT_STARTED", 3)
    const worker = ownerOf(home, id)
    started.kill("SIGKILL")
    expect((await started.ended).exitCode).toBe(137)
    await gone(worker)
    expect(home.count(id, "EFFECT_INTERRUPTED")).toBe(1)
    const shown = JSON.parse((await home.piped(["show", id])).stdout) as { data: object }
    expect(shown.data).toMatchObject({ go_on: "resume", uncertain: [] })
  })

  it("does not stop for a signal is ended, and its run can be decided on", async () => {
    const stuck = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
    const first = inCall("EXECUTE", `process.kill(process.ppid, "SIGTERM"); ${stuck}`)
    const home = newHome()
    const run = await new Started(home, [...unreviewed, ...tape("slow")], { first }).run()
    const { ending, resume, session_id } = run.result
    expect([run.exitCode, ending, resume?.action]).toEqual([143, "TERMINATED", "decide"])
    const abandoned = await home.run(["resume", session_id ?? "", "--abandon"])
    expect([abandoned.exitCode, abandoned.result.closure]).toEqual([1, "CLOSED_CANCELLED"])
  })

  it("is ended by a second signal while a program runs has its model calls counted, and no program", async () => {
    const home = newHome()
    writeFileSync(join(home.folder, "solved.json"), JSON.stringify({ turns: [solved] }))
    const signal = `process.kill(process.ppid, "SIGTERM")`
    const wait = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)`
    const first = inCall("RUN_PROGRAM", `for (;;) { ${signal}; ${wait} }`)
    const run = await new Started(home, [...unreviewed, "--verify", "--replay", "solved.json"], {
      first
    }).run()
    expect([run.exitCode, run.result.usage.calls], run.stderr).toEqual([143, 3])
  })

  it("never began because its program is not there is exit 4", async () => {
    const first = `if (isWorker) process.exit(70)`
    const run = await new Started(newHome(), [...unreviewed, ...tape("slow")], { first }).run()
    expect([run.exitCode, run.envelope.error?.code, run.result.session_id]).toEqual([4, "WORKER_DIED", null])
    expect(run.envelope.error?.message).toContain("Nothing was run.")
  })
})

describe("an uncertain call", () => {
  it("of a worker stuck in a loop is not made again without a decision: it is made once more, or the run is given up", async () => {
    const home = newHome()
    const stuck = await new Started(home, [...unreviewed, ...tape("slow"), "--timeout", "2"], {
      first: inCall("EXECUTE", `for (;;);`)
    }).run()
    expect([stuck.exitCode, stuck.envelope.error?.code], stuck.stderr).toEqual([4, "RUN_OVERRAN"])
    expect(stuck.envelope.error).toMatchObject({
      message: expect.stringMatching(/^EXECUTE had \d+ ms, .* resume the session S-\S+ with --redo/),
      context: { operation: "EXECUTE" },
      suggestion: expect.stringContaining("--redo")
    })
    const id = stuck.result.session_id ?? ""
    // Its lock is free, and its log says what was under way.
    expect([stuck.result.resume?.action, home.count(id, "EFFECT_FINISHED")]).toEqual(["decide", 2])
    const uncertain = await home.run(["resume", id, ...tape("asks")])
    expect([uncertain.exitCode, uncertain.envelope.error?.code]).toEqual([4, "OUTCOME_UNCERTAIN"])
    expect(uncertain.result.resume).toMatchObject({
      action: "decide",
      command: expect.stringContaining("--redo")
    })
    expect(home.count(id, "EFFECT_STARTED")).toBe(3)
    // The command of the hint, as it stands.
    const { command } = uncertain.result.resume ?? {}
    const redone = ran(await home.shell(`${command}`))
    expect([redone.exitCode, redone.result.stage]).toEqual([3, "WAITING_INPUT"])
    expect(home.count(id, "EFFECT_STARTED")).toBe(4)
    const nothing = await home.run(["resume", id, "--abandon", ...tape("asks")])
    expect([nothing.exitCode, nothing.envelope.error?.code]).toEqual([4, "NOTHING_UNCERTAIN"])
  })
})
