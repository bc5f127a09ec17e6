import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { tape } from "./support/home.ts"
import { newHome, unreviewed } from "./support/new-home.ts"
import { gone, onMessage, ownerOf, Started } from "./support/started.ts"

const signals = [
  { signal: "SIGINT", exit: 130, ending: "INTERRUPTED", line: "[session terminated by user]" },
  { signal: "SIGTERM", exit: 143, ending: "TERMINATED", line: "[session terminated]" }
] as const

describe.concurrent.each(signals)("$signal", ({ signal, exit, ending, line }) => {
  it("before any handler can be there is what the shell calls it", async () => {
    const first = `if (!isWorker) process.kill(process.pid, "${signal}")\nawait new Promise(() => setTimeout(() => {}, 60_000))`
    const { exitCode } = await new Started(newHome(), ["run", "--prompt", "Do it"], { first }).ended
    expect(exitCode).toBe(exit)
  })

  it("while the supervisor is being loaded ends the run before it has begun", async () => {
    // The very moment in which the handler is there: everything else is loaded after it.
    const first = `if (!isWorker) process.once("newListener", function listens(event) {
      if (event === "${signal}") setImmediate(() => process.kill(process.pid, event))
      else process.once("newListener", listens)
    })`
    const home = newHome()
    const run = await new Started(home, [...unreviewed, ...tape("repaired")], { first }).run()
    expect([run.exitCode, run.result.ending, run.result.session_id]).toEqual([exit, ending, null])
    expect((await home.piped(["sessions"])).stdout).toContain('"sessions":[]')
  })

  it("while the worker loads Effect ends the run before it has begun", async () => {
    const first = `if (isWorker) process.kill(process.ppid, "${signal}")`
    const run = await new Started(newHome(), [...unreviewed, ...tape("repaired")], { first }).run()
    expect([run.exitCode, run.result.ending, run.result.session_id]).toEqual([exit, ending, null])
    expect(run.stderr).toBe(`${line}\n`)
  })

  it("while a prompt is read from stdin ends the run before it has begun", async () => {
    const first = `if (isWorker) process.stdin.on("newListener", (event) => {
      if (event === "readable") setImmediate(() => process.kill(process.ppid, "${signal}"))
    })`
    const run = await new Started(newHome(), ["run", ...tape("primes")], { stdin: "Do", first }).run()
    expect([run.exitCode, run.result.ending, run.result.session_id]).toEqual([exit, ending, null])
  })

  it("during a call is recorded, and the run can be driven on", async () => {
    const home = newHome()
    const started = new Started(home, [...unreviewed, ...tape("slow")])
    const id = await started.until("EFFECT_STARTED", 3)
    started.kill(signal)
    const run = await started.run()
    expect([run.exitCode, run.result.ending, run.result.stage]).toEqual([exit, ending, "EXECUTION_READY"])
    expect(run.result.resume?.command).toMatch(new RegExp(`^steward resume ${id} --replay /.*/slow.json$`))
    expect(home.events(id).find(({ kind }) => kind === "EFFECT_INTERRUPTED")?.payload).toMatchObject({
      signal
    })

    const quick = { kind: "RESULT", body: "Many", interpretation: "All of them.", approach: "Counted." }
    writeFileSync(
      join(home.folder, "quick.json"),
      JSON.stringify({ turns: [{ EXECUTE: [{ reply: quick }] }] })
    )
    const resumed = await home.run(["resume", id, "--replay", "quick.json"])
    expect([resumed.exitCode, resumed.result.deliverable?.text]).toEqual([0, "Many"])
  })

  it("at a gate whose lines do not come is recorded, and the gate is still there", async () => {
    const home = newHome()
    const started = new Started(home, ["run", "--prompt", "Do it", ...tape("primes")])
    const id = await started.until("PROMPT_PUBLISHED")
    started.kill(signal)
    const run = await started.run()
    expect([run.exitCode, run.result.ending, run.result.stage]).toEqual([exit, ending, "PROMPT_REVIEW"])
    expect(home.count(id, "TURN_INTERRUPTED")).toBe(1)
    const resumed = await home.run(["resume", id, ...tape("primes")], { stdin: "/confirm\n/confirm\n" })
    expect([resumed.exitCode, resumed.result.closure]).toEqual([0, "CLOSED_SUCCESS"])
  })

  it("while the result is being written changes neither the result nor the exit", async () => {
    const home = newHome()
    const body = "x".repeat(4_000_000)
    const reply = { kind: "RESULT", body, interpretation: "Long.", approach: "Repeated." }
    const opening = {
      ACTIVATION: [{ reply: { route: "APPLY_PROTOCOL" } }],
      BOOTSTRAP_ANALYSIS: [
        {
          reply: {
            kind: "ANALYSIS",
            task: "Write much",
            deliverable: "Text",
            constraints: [],
            missing_information: []
          }
        }
      ]
    }
    const turns = [{ ...opening, EXECUTE: [{ reply }] }]
    writeFileSync(join(home.folder, "long.json"), JSON.stringify({ turns }))
    const started = new Started(home, [...unreviewed, "--replay", "long.json"])
    started.stall()
    const id = await started.until("TURN_CLOSED")
    // The worker has let the session go, and the supervisor waits for its reader.
    await gone(ownerOf(home, id))
    started.kill(signal)
    await new Promise((resolve) => setTimeout(resolve, 50))
    started.read()
    const run = await started.run()
    expect([run.exitCode, run.result.deliverable?.text.length]).toEqual([0, body.length])
  })

  it("a second time ends a run at once that does not stop, and its worker with it", async () => {
    const home = newHome()
    const first = onMessage(
      `if (_tag === "Stop") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)`
    )
    const started = new Started(home, [...unreviewed, ...tape("slow")], { first })
    const id = await started.until("EFFECT_STARTED", 3)
    const worker = ownerOf(home, id)
    started.kill(signal)
    await new Promise((resolve) => setTimeout(resolve, 100))
    const before = performance.now()
    started.kill(signal)
    const run = await started.run()
    expect(performance.now() - before).toBeLessThan(5000)
    expect([run.exitCode, run.result.ending, run.result.session_id]).toEqual([exit, ending, id])
    await gone(worker)
    // What was under way is uncertain: nobody was asked how it ended.
    const resumed = await home.run(["resume", id, ...tape("slow")])
    expect([resumed.exitCode, resumed.envelope.error?.code]).toEqual([4, "OUTCOME_UNCERTAIN"])
  })
})
