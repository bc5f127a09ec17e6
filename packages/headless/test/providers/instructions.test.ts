import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Provider, type ProviderCall } from "../../src/index.ts"
import { openAiCompatibleProvider, type ResponseFormat } from "../../src/providers/index.ts"
import { answerFromSchema } from "./answer-from-schema.ts"
import { ModelServer } from "./model-server.ts"
import { runWith } from "./run-with.ts"

let server: ModelServer
beforeAll(async () => {
  server = await ModelServer.start(answerFromSchema)
})
afterAll(() => server.stop())

const model = (responseFormat: ResponseFormat = "json_schema") =>
  openAiCompatibleProvider({ baseUrl: server.baseUrl, model: "know-nothing", responseFormat })

/** The same endpoint, asked with something left out. */
const without = (bend: (call: ProviderCall) => ProviderCall) =>
  Layer.effect(
    Provider,
    Provider.use(({ name, call }) =>
      Effect.succeed({ name, call: (given: ProviderCall) => call(bend(given)) })
    )
  ).pipe(Layer.provide(model()))

describe("an endpoint that knows nothing but the instructions and the schema it is sent", () => {
  it("completes a run with both reviews, a changed task, a changed approach and a remark", async () => {
    const from = server.requests.length
    const lines = ["A fine task", "/revise Below 10 please", "/confirm", "/revise Use a sieve", "/confirm"]
    const { report, events } = await runWith(model(), { review: "piped", lines })
    expect(report.exit).toEqual({ code: 0, ending: "CLOSED_SUCCESS", closure: "CLOSED_SUCCESS" })
    const asked = server.requests.slice(from)
    expect(asked.map(({ operation }) => operation)).toEqual([
      "activation",
      "bootstrap_analysis",
      "draft_prompt",
      "interpret_gate_line",
      "revise_prompt",
      "draft_plan",
      "revise_plan",
      "execute"
    ])
    const data = report.envelope.data as { usage: object; deliverable: { text: string } }
    expect(data.deliverable.text).toBe("On: List the primes below 20")
    expect(data.usage).toEqual({ calls: 8, input_tokens: 800, output_tokens: 80 })
    const actions = events
      .filter(({ kind }) => kind === "EFFECT_STARTED")
      .map(({ payload }) => payload["action_id"])
    expect(asked.map(({ headers }) => headers["idempotency-key"])).toEqual(actions)
    expect(new Set(actions).size).toBe(8)
  })

  it.each(["json_schema", "json_object", "text"] as const)(
    "completes a run without review that is asked in the form %s",
    async (form) => {
      const from = server.requests.length
      const { report } = await runWith(model(form))
      expect(report.exit).toEqual({ code: 0, ending: "CLOSED_SUCCESS", closure: "CLOSED_SUCCESS" })
      const formats = server.requests.slice(from).map(({ body }) => body.response_format?.type ?? "text")
      expect(formats).toEqual([form, form, form])
    }
  )

  it.each([
    ["instructions", (call: ProviderCall) => ({ ...call, instructions: "Do what you are here for." })],
    ["schema", (call: ProviderCall) => ({ ...call, schema: {} })]
  ])("cannot reply when the %s are left out of the request", async (_what, bend) => {
    const { report } = await runWith(without(bend))
    expect(report.exit).toEqual({ code: 4, ending: "HARNESS_ERROR", closure: null })
    expect(report.envelope.error).toMatchObject({
      code: "PROVIDER_REJECTED_REQUEST",
      context: { status: 422, operation: "ACTIVATION" }
    })
  })
})

describe("a request", () => {
  it("is one of chat completions, with a schema whose root is an object and that has no pattern", async () => {
    const from = server.requests.length
    const extra = { temperature: 0, stream: true, model: "another" }
    await runWith(
      openAiCompatibleProvider({ baseUrl: `${server.baseUrl}/`, model: "m", key: " k-1\n", body: extra })
    )
    for (const { path, headers, body } of server.requests.slice(from)) {
      expect(path).toBe("/v1/chat/completions")
      expect(headers).toMatchObject({
        authorization: "Bearer k-1",
        "content-type": "application/json",
        connection: "close"
      })
      expect(body).toMatchObject({ model: "m", temperature: 0, stream: false })
      expect(body.messages.map(({ role }) => role)).toEqual(["system", "user"])
      const { schema, strict } = body.response_format!.json_schema!
      expect(strict).toBe(false)
      expect(schema).toMatchObject({ type: "object", required: ["reply"], additionalProperties: false })
      expect(JSON.stringify(schema)).not.toContain('"pattern"')
    }
  })

  it("has no authorization when there is no key, as local servers want it", async () => {
    const from = server.requests.length
    await runWith(model())
    expect(server.requests.slice(from).map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      undefined,
      undefined
    ])
  })
})
