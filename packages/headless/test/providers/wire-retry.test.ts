import type { ServerResponse } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { type EndpointOptions, openAiCompatibleProvider } from "../../src/providers/index.ts"
import { answerFromSchema } from "./answer-from-schema.ts"
import { complete, ModelServer, refuse } from "./model-server.ts"
import { runAndResume, runWith } from "./run-with.ts"

let server: ModelServer | undefined
afterEach(() => server?.stop())

/** An endpoint whose first reply to each of these operations is an outage. */
async function failingOnce(operations: readonly string[], fail: (response: ServerResponse) => void) {
  server = await ModelServer.start((request, response, nth) =>
    operations.includes(request.operation) && nth === 1
      ? fail(response)
      : answerFromSchema(request, response, nth)
  )
  return server
}

const model = ({ baseUrl }: ModelServer, options: Partial<EndpointOptions> = {}) =>
  openAiCompatibleProvider({ baseUrl, model: "m", retryDelayMs: 5, ...options })

const outage = (response: ServerResponse): void => refuse(response, 503, "Restarting.")

describe("the wire retry of an outage", () => {
  it("is the same request under the same key, is recorded, and lets the run go on", async () => {
    const { requests } = await failingOnce(["activation", "draft_plan"], outage)
    const { report, events } = await runWith(model(server!), {
      review: "piped",
      lines: ["/confirm", "/confirm"]
    })
    expect(report.exit.code).toBe(0)
    const twice = requests.filter(({ operation }) => operation === "draft_plan")
    expect(twice.length).toBe(2)
    expect(twice[1]!.body).toEqual(twice[0]!.body)
    expect(twice[1]!.headers["idempotency-key"]).toBe(twice[0]!.headers["idempotency-key"])
    const taken = events
      .filter(({ kind }) => kind === "EFFECT_FINISHED")
      .map(({ payload }) => payload["requests"])
    expect(taken).toEqual([2, undefined, undefined, 2, undefined])
  })

  it("is the one that a reply which cannot be read would have had", async () => {
    server = await ModelServer.start((_request, response, nth) =>
      nth === 1 ? outage(response) : complete(response, "Let me think.")
    )
    const { report } = await runWith(model(server))
    expect(report.outcome).toMatchObject({ error: { category: "OUTPUT_MALFORMED", operation: "ACTIVATION" } })
    expect(server.requests.length).toBe(2)
  })

  it("is not there any more for a reply that is asked for with feedback", async () => {
    server = await ModelServer.start((_request, response, nth) =>
      nth === 1 ? complete(response, "Let me think.") : outage(response)
    )
    const { report } = await runWith(model(server))
    expect(report.outcome).toMatchObject({ error: { category: "PROVIDER_UNAVAILABLE", status: 503 } })
    expect(server.requests.length).toBe(2)
    const [first, second] = server.requests.map(({ body }) => body.messages.map(({ content }) => content))
    expect(second![0]!.startsWith(first![0]!)).toBe(true)
    expect(second![0]).toContain(
      "Your last reply could not be used. The reply holds no JSON object that can be read."
    )
  })

  it("is not there where nothing at all is to be retried", async () => {
    const { requests } = await failingOnce(["activation"], outage)
    const { report } = await runWith(model(server!), { maxRepairs: 0 })
    expect(report.exit.code).toBe(4)
    expect(requests.length).toBe(1)
  })

  it("is not made for an account whose quota is used up, although the status is 429", async () => {
    const spent = JSON.stringify({
      error: { message: "You exceeded your quota.", code: "insufficient_quota" }
    })
    const { requests } = await failingOnce(["activation"], (response) => response.writeHead(429).end(spent))
    const { report } = await runWith(model(server!))
    expect(report.envelope.error).toMatchObject({ code: "PROVIDER_UNAVAILABLE", retryable: false })
    expect(report.envelope.error?.message).toContain("Look at the balance of the account.")
    expect(requests.length).toBe(1)
  })

  it("fails with what both requests met, and the run goes on with resume once the outage is over", async () => {
    let isOut = true
    server = await ModelServer.start((request, response, nth) => {
      if (!isOut) answerFromSchema(request, response, nth)
      else if (nth === 1) outage(response)
      else {
        isOut = false
        response.socket?.resetAndDestroy()
      }
    })
    const [before, after] = await runAndResume(model(server), model(server))
    const provider = new URL(server.baseUrl).host
    expect(before.outcome).toMatchObject({
      error: {
        category: "PROVIDER_UNAVAILABLE",
        status: null,
        retryable: true,
        attempts: [
          { provider, message: "The endpoint replied with HTTP 503. It says: Restarting." },
          { provider, message: expect.stringContaining("(ECONNRESET). The connection was closed") as string }
        ]
      }
    })
    expect(after.exit.code).toBe(0)
  })
})

describe("Retry-After", () => {
  it("is waited for before the request is made once more", async () => {
    const { requests } = await failingOnce(["activation"], (response) =>
      refuse(response, 429, "Slow down.", { "retry-after": "1" })
    )
    const { report } = await runWith(model(server!))
    expect(report.exit.code).toBe(0)
    expect(requests[1]!.at - requests[0]!.at).toBeGreaterThanOrEqual(990)
  })

  it("ends the call at once when it asks for more time than the call has, and says how long it is", async () => {
    const { requests } = await failingOnce(["activation"], (response) =>
      refuse(response, 503, "Later.", { "retry-after": "30" })
    )
    const { report } = await runWith(model(server!, { timeoutMs: 20_000 }))
    expect(report.envelope.error).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      context: { retry_after_ms: 30_000 }
    })
    expect(requests.length).toBe(1)
  })
})

describe("an endpoint that is not there", () => {
  it("is an outage that names its host and nothing else of its address", async () => {
    const gone = await ModelServer.start(() => {})
    const { baseUrl } = gone
    await gone.stop()
    const provider = openAiCompatibleProvider({
      baseUrl: `${baseUrl}?team=org-4711`,
      model: "m",
      retryDelayMs: 5
    })
    const { report } = await runWith(provider)
    const { host } = new URL(baseUrl)
    expect(report.exit.code).toBe(4)
    expect(report.envelope.error).toMatchObject({
      code: "PROVIDER_UNAVAILABLE",
      message: `No reply came from the endpoint at ${host} (ECONNREFUSED). Nothing listens there.`
    })
  })
})

describe("an endpoint that cannot be asked", () => {
  const variable = "BYHAND_TEST_KEY_THAT_IS_NOT_SET"
  it.each([
    ["MODEL_URL_MISSING", { baseUrl: "" }],
    ["MODEL_URL_INVALID", { baseUrl: "api.example.com/v1" }],
    ["MODEL_URL_INVALID", { baseUrl: "file:///etc/passwd" }],
    ["MODEL_URL_INVALID", { baseUrl: "https://me:hunter2hunter2@127.0.0.1/v1" }],
    ["MODEL_NAME_MISSING", { model: " " }],
    ["MODEL_KEY_MISSING", { keyVariable: variable }],
    ["MODEL_KEY_INVALID", { key: "two words" }]
  ])("is exit 4 with %s, and the message has nothing of what was given: %o", async (code, wrong) => {
    const provider = openAiCompatibleProvider({ baseUrl: "http://127.0.0.1:9/v1", model: "m", ...wrong })
    const { report, files } = await runWith(provider)
    expect(report.exit.code).toBe(4)
    expect(report.outcome).toMatchObject({ error: { category: "HARNESS_EXCEPTION", code, attempts: [] } })
    expect(files + JSON.stringify(report.envelope)).not.toMatch(/hunter2|two words|etc.passwd/)
    if (code === "MODEL_KEY_MISSING") expect(report.envelope.error?.message).toContain(variable)
  })
})
