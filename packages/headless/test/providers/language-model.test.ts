import type { ServerResponse } from "node:http"
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { afterEach, describe, expect, it } from "vitest"
import { languageModelProvider, type LanguageModelOptions } from "../../src/providers/language-model.ts"
import { Provider } from "../../src/index.ts"
import { answerFromSchema } from "./answer-from-schema.ts"
import { type Answer, complete, ModelServer, refuse } from "./model-server.ts"
import { modelOverHttp } from "./model-over-http.ts"
import { runWith } from "./run-with.ts"

let server: ModelServer | undefined
afterEach(() => server?.stop())

const key = "sk-test-4711-abcdefghijklmnop"

const rejects = (status: number) => (response: ServerResponse) =>
  refuse(response, status, `No, ${key} of org-Ab3dEf6hIj.`)

async function provider(answer: Answer, options: LanguageModelOptions = {}): Promise<Layer.Layer<Provider>> {
  server = await ModelServer.start(answer)
  const asked = languageModelProvider({ name: "lm", secrets: [key], retryDelayMs: 5, ...options })
  return Layer.provide(asked, modelOverHttp(server.baseUrl, key))
}

describe("a LanguageModel of effect/ai over HTTP", () => {
  it("completes a run from the instructions and the schema alone, and its usage and keys are those of the calls", async () => {
    const layer = await provider(answerFromSchema)
    const { report, events } = await runWith(layer, { review: "piped", lines: ["/confirm", "/confirm"] })
    expect(report.exit).toEqual({ code: 0, ending: "CLOSED_SUCCESS", closure: "CLOSED_SUCCESS" })
    expect(report.envelope.data).toMatchObject({
      deliverable: { text: "On: List the primes below 20" },
      usage: { calls: 5, input_tokens: 500, output_tokens: 50 }
    })
    const actions = events
      .filter(({ kind }) => kind === "EFFECT_STARTED")
      .map(({ payload }) => payload["action_id"])
    expect(server?.requests.map(({ headers }) => headers["idempotency-key"])).toEqual(actions)
  })

  it.each([
    ["PROVIDER_REJECTED_REQUEST", 400, rejects(400), 1],
    ["PROVIDER_REJECTED_REQUEST", 401, rejects(401), 1],
    ["PROVIDER_REJECTED_REQUEST", 402, rejects(402), 1],
    ["PROVIDER_REJECTED_REQUEST", 403, rejects(403), 1],
    ["PROVIDER_UNAVAILABLE", 429, rejects(429), 2],
    ["PROVIDER_UNAVAILABLE", 500, rejects(500), 2],
    ["PROVIDER_UNAVAILABLE", 503, rejects(503), 2],
    ["PROVIDER_UNAVAILABLE", null, (response: ServerResponse) => response.end("no JSON"), 2],
    ["PROVIDER_UNAVAILABLE", null, (response: ServerResponse) => response.socket?.resetAndDestroy(), 2],
    [
      "OUTPUT_LIMIT_REACHED",
      null,
      (response: ServerResponse) => complete(response, '{"route":"BYPASS"}', { finish_reason: "length" }),
      2
    ],
    ["OUTPUT_MALFORMED", null, (response: ServerResponse) => complete(response, "Let me think."), 2]
  ])(
    "fails with %s and the status %s where its endpoint does",
    async (category, status, misbehave, requests) => {
      const layer = await provider((_request, response) => void misbehave(response))
      const { report, files } = await runWith(layer)
      expect(report.exit.code).toBe(4)
      expect(report.outcome).toMatchObject({ error: { category, status, operation: "ACTIVATION" } })
      expect(server?.requests.length).toBe(requests)
      expect(files + JSON.stringify(report)).not.toMatch(/sk-test|org-Ab3/)
    }
  )

  it("asks for an attempt once, and waits for a reply no longer than it is told", async () => {
    let asked = 0
    const layer = await provider(
      (request, response, nth) => {
        asked += 1
        if (asked < 3) answerFromSchema(request, response, nth)
      },
      { timeoutMs: 500 }
    )
    const { report } = await runWith(layer)
    expect(report.outcome).toMatchObject({
      error: { category: "PROVIDER_UNAVAILABLE", operation: "EXECUTE" }
    })
    expect(report.envelope.error?.message).toContain("No reply came from lm within 500 ms.")
    await server!.until(() => server!.abandoned === 1)
    expect(server?.requests.length).toBe(3)
  })

  it("waits for as long as the provider asks", async () => {
    const layer = await provider((request, response, nth) =>
      nth === 1
        ? refuse(response, 429, "Slow down.", { "retry-after": "1" })
        : answerFromSchema(request, response, nth)
    )
    const { report } = await runWith(layer)
    expect(report.exit.code).toBe(0)
    const [first, second] = server!.requests
    expect(second!.at - first!.at).toBeGreaterThanOrEqual(990)
  })

  it("loses its connection when the fiber of a call is interrupted", async () => {
    const layer = await provider(() => {})
    const fiber = Effect.runFork(
      Provider.use(({ call }) =>
        call({
          session_id: "S-1",
          turn_id: "turn_001",
          action_id: "I-1-A1",
          operation: "ACTIVATION",
          ordinal: 1,
          attempt: 1,
          may_retry: true,
          version: 1,
          instructions: "Choose.",
          schema: { type: "object" },
          input: {},
          feedback: null
        })
      ).pipe(Effect.provide(layer))
    )
    await server!.until(() => server!.requests.length === 1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    await server!.until(() => server!.abandoned === 1)
  })
})

describe("a LanguageModel whose client throws", () => {
  it("is exit 4, and what it says loses its secrets", async () => {
    const model = LanguageModel.make({
      generateText: () => Effect.die(new Error(`No socket for ${key}`)),
      streamText: () => Stream.empty
    })
    const asked = languageModelProvider({ secrets: [key] })
    const layer = Layer.provide(asked, Layer.effect(LanguageModel.LanguageModel, model))
    const { report, files } = await runWith(layer)
    expect(report.outcome).toMatchObject({
      error: { category: "HARNESS_EXCEPTION", operation: "ACTIVATION" }
    })
    expect(report.envelope.error?.message).toBe(
      "The client of the language model failed. It says: No socket for [secret]"
    )
    expect(files).not.toContain(key)
  })
})
