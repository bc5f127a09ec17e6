import { rmSync } from "node:fs"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { afterEach, describe, expect, it } from "vitest"
import { headlessLayer, type RunLimits, runSession, StopSignal } from "../../src/index.ts"
import { openAiCompatibleProvider } from "../../src/providers/index.ts"
import { newFolder } from "../sessions/new-folder.ts"
import { type Answer, completion, ModelServer, refuse } from "./model-server.ts"

const folders: string[] = []
const servers: ModelServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }))
})

const hang: Answer = () => {}
const hangInside: Answer = (_request, response) => response.write(completion("{}").slice(0, 30))

/** A run whose first call is under way. */
async function started(answer: Answer, limits: RunLimits = {}) {
  const server = await ModelServer.start(answer)
  servers.push(server)
  const root = newFolder()
  folders.push(root)
  const provider = openAiCompatibleProvider({ baseUrl: server.baseUrl, model: "m" })
  const run = runSession({ request: "List the primes", review: "none", ...limits })
  const signal = Deferred.makeUnsafe<"SIGINT" | "SIGTERM">()
  const fiber = Effect.runFork(
    run.pipe(
      Effect.provide(headlessLayer({ root, provider })),
      Effect.provideService(StopSignal, Deferred.await(signal))
    )
  )
  const { requests } = server
  await server.until(() => requests.length === 1)
  const stop = (name: "SIGINT" | "SIGTERM") => Effect.runSync(Deferred.succeed(signal, name))
  return { server, fiber, stop }
}

describe.each([
  ["before it has begun to reply", hang],
  ["in the middle of its reply", hangInside]
])("an endpoint that is being waited for %s", (_when, answer) => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const)("loses its connection when %s stops the run, which ends with %i", async (name, code) => {
    const { server, fiber, stop } = await started(answer)
    stop(name)
    const report = await Effect.runPromise(Fiber.join(fiber))
    expect(report.exit.code).toBe(code)
    await server.until(() => server.abandoned === 1)
    expect(server.requests.length).toBe(1)
  })

  it("loses its connection when the fiber of the run is interrupted", async () => {
    const { server, fiber } = await started(answer)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await server.until(() => server.abandoned === 1)
    expect(server.requests.length).toBe(1)
  })

  it("loses its connection when the run is over its deadline, which ends with 4", async () => {
    const { server, fiber } = await started(answer, { timeoutMs: 1500 })
    const report = await Effect.runPromise(Fiber.join(fiber))
    expect(report.envelope.error).toMatchObject({
      code: "RUN_TIMEOUT",
      context: { category: "HARNESS_EXCEPTION" }
    })
    await server.until(() => server.abandoned === 1)
    expect(server.requests.length).toBe(1)
  })
})

describe("a run that waits until it may ask once more", () => {
  it("is stopped at once, and asks no more", async () => {
    const { server, fiber, stop } = await started((_request, response) =>
      refuse(response, 429, "Slow down.", { "retry-after": "59" })
    )
    stop("SIGINT")
    const report = await Effect.runPromise(Fiber.join(fiber))
    expect(report.exit.code).toBe(130)
    expect(server.requests.length).toBe(1)
  })
})
