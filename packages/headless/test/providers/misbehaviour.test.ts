import type { ServerResponse } from "node:http"
import { describe, expect, it } from "vitest"
import { type EndpointOptions, openAiCompatibleProvider } from "../../src/providers/index.ts"
import { answerFromSchema } from "./answer-from-schema.ts"
import { type Answer, complete, completion, ModelServer, refuse } from "./model-server.ts"
import { reportWith } from "./run-with.ts"

interface Case {
  /** What the endpoint does. */
  readonly name: string
  readonly misbehave: (response: ServerResponse) => void
  readonly code: string
  readonly status?: number
  /** Of the requests for the operation itself, at the first one and at the attempt. */
  readonly atActivation: number
  readonly atExecute: number
  /** 1 where what came is a reply, and so a failed attempt. */
  readonly exitAtExecute?: 1 | 4
  readonly options?: Partial<EndpointOptions>
}

const rejected = [400, 401, 402, 403, 404, 408, 422].map((status): Case => ({
  name: `rejects with ${status}`,
  misbehave: (response) => refuse(response, status, "No."),
  code: "PROVIDER_REJECTED_REQUEST",
  status,
  atActivation: 1,
  atExecute: 1
}))

const unavailable = [429, 500, 502, 503, 529].map((status): Case => ({
  name: `fails with ${status}`,
  misbehave: (response) => refuse(response, status, "Not now."),
  code: "PROVIDER_UNAVAILABLE",
  status,
  atActivation: 2,
  atExecute: 1
}))

const tenMegabytes = 10 * 1024 * 1024
const whole = completion("{}")

const cases: readonly Case[] = [
  ...rejected,
  ...unavailable,
  {
    name: "leads elsewhere",
    misbehave: (response) => refuse(response, 307, "Over there.", { location: "http://127.0.0.1:9/v1" }),
    code: "PROVIDER_UNAVAILABLE",
    status: 307,
    atActivation: 1,
    atExecute: 1
  },
  {
    name: "says that it wants to be left alone for an hour",
    misbehave: (response) => refuse(response, 429, "Slow down.", { "retry-after": "3600" }),
    code: "PROVIDER_UNAVAILABLE",
    status: 429,
    atActivation: 1,
    atExecute: 1
  },
  {
    name: "hangs without a header",
    misbehave: () => {},
    code: "PROVIDER_UNAVAILABLE",
    atActivation: 1,
    atExecute: 1,
    options: { timeoutMs: 200 }
  },
  {
    name: "hangs in the middle of a reply",
    misbehave: (response) => response.write(whole.slice(0, 40)),
    code: "PROVIDER_UNAVAILABLE",
    atActivation: 1,
    atExecute: 1,
    options: { timeoutMs: 200 }
  },
  {
    name: "resets the connection in the middle of a reply",
    misbehave: (response) => {
      response.writeHead(200, { "content-length": whole.length })
      response.write(whole.slice(0, 40), () => response.socket?.resetAndDestroy())
    },
    code: "PROVIDER_UNAVAILABLE",
    atActivation: 2,
    atExecute: 1
  },
  {
    name: "closes the connection before its reply has the length that it promised",
    misbehave: (response) => {
      response.writeHead(200, { "content-length": whole.length })
      response.write(whole.slice(0, 40), () => response.socket?.end())
    },
    code: "PROVIDER_UNAVAILABLE",
    atActivation: 2,
    atExecute: 1
  },
  {
    name: "ends its reply in the middle of the document",
    misbehave: (response) => response.end(whole.slice(0, 40)),
    code: "PROVIDER_UNAVAILABLE",
    status: 200,
    atActivation: 2,
    atExecute: 1
  },
  {
    name: "replies with a page of HTML",
    misbehave: (response) => response.end("<html><body>Welcome</body></html>"),
    code: "PROVIDER_UNAVAILABLE",
    status: 200,
    atActivation: 2,
    atExecute: 1
  },
  {
    name: "reports an error of the model behind it with 200",
    misbehave: (response) => response.end(JSON.stringify({ error: { message: "Overloaded", code: 503 } })),
    code: "PROVIDER_UNAVAILABLE",
    status: 503,
    atActivation: 2,
    atExecute: 1
  },
  {
    name: "has a content filter that takes the reply away",
    misbehave: (response) => complete(response, "", { finish_reason: "content_filter" }),
    code: "PROVIDER_REJECTED_REQUEST",
    status: 200,
    atActivation: 1,
    atExecute: 1
  },
  {
    name: "ends for the finish reason length, where the text could be read",
    misbehave: (response) =>
      complete(response, '{"route":"BYPASS","kind":"RESULT"}', { finish_reason: "length" }),
    code: "OUTPUT_LIMIT_REACHED",
    atActivation: 2,
    atExecute: 1,
    exitAtExecute: 1
  },
  {
    name: "has a model that writes no JSON",
    misbehave: (response) => complete(response, "I would rather talk about it."),
    code: "OUTPUT_MALFORMED",
    atActivation: 2,
    atExecute: 1,
    exitAtExecute: 1
  },
  {
    name: "has a model that writes JSON to half of it",
    misbehave: (response) => complete(response, '{"kind":"RESULT","bo'),
    code: "OUTPUT_MALFORMED",
    atActivation: 2,
    atExecute: 1,
    exitAtExecute: 1
  },
  {
    name: "has a model that writes 10 MB of opening braces",
    misbehave: (response) => complete(response, "{".repeat(tenMegabytes)),
    code: "OUTPUT_MALFORMED",
    atActivation: 2,
    atExecute: 1,
    exitAtExecute: 1
  },
  {
    name: "sends 10 MB where the limit is 1 MB",
    misbehave: (response) =>
      complete(response, JSON.stringify({ kind: "RESULT", body: "7".repeat(tenMegabytes) })),
    code: "OUTPUT_LIMIT_REACHED",
    atActivation: 2,
    atExecute: 1,
    exitAtExecute: 1,
    options: { maxReplyBytes: 1024 * 1024 }
  }
]

/** An endpoint that behaves until an operation comes. */
function misbehavingAt(operation: string, misbehave: Case["misbehave"]): Answer {
  return (request, response, nth) =>
    request.operation === operation || (operation === "execute" && request.operation === "repair")
      ? misbehave(response)
      : answerFromSchema(request, response, nth)
}

describe.each(cases)("an endpoint that $name", ({ misbehave, code, status, options, ...expected }) => {
  const provider = (server: ModelServer) =>
    openAiCompatibleProvider({ baseUrl: server.baseUrl, model: "m", retryDelayMs: 5, ...options })

  it(`ends a run before the attempt with exit 4 and ${code}, after ${expected.atActivation} requests`, async () => {
    const server = await ModelServer.start(misbehavingAt("activation", misbehave))
    try {
      const report = await reportWith(provider(server))
      expect(report.exit.code).toBe(4)
      expect(report.outcome).toMatchObject({
        error: { category: code, code, status: status ?? null, operation: "ACTIVATION" }
      })
      expect(server.requests.length).toBe(expected.atActivation)
    } finally {
      await server.stop()
    }
  })

  const { exitAtExecute = 4 } = expected
  it(`ends an attempt with exit ${exitAtExecute}, and asks for it once`, async () => {
    const server = await ModelServer.start(misbehavingAt("execute", misbehave))
    try {
      const report = await reportWith(provider(server))
      expect(report.exit.code).toBe(exitAtExecute)
      expect(server.count("execute")).toBe(expected.atExecute)
      if (exitAtExecute === 4) {
        expect(report.outcome).toMatchObject({ error: { category: code, operation: "EXECUTE" } })
        expect(server.count("repair")).toBe(0)
      } else {
        // What came is a reply, and so an attempt that failed: it uses its repair, which is asked for once as well.
        expect(report.exit.closure).toBe("CLOSED_CANCELLED")
        expect(report.outcome).toMatchObject({ closing: { findings: [{ code }] } })
        expect(server.count("repair")).toBe(1)
      }
    } finally {
      await server.stop()
    }
  })
})

describe("an endpoint that sends a good result of 10 MB", () => {
  it("completes the run, and the result is published as a whole", async () => {
    const body = "7".repeat(tenMegabytes)
    const result = { kind: "RESULT", body, interpretation: "Many.", approach: "Type." }
    const server = await ModelServer.start(
      misbehavingAt("execute", (response) => complete(response, JSON.stringify(result)))
    )
    try {
      const report = await reportWith(openAiCompatibleProvider({ baseUrl: server.baseUrl, model: "m" }))
      expect(report.exit.code).toBe(0)
      const { deliverable } = report.envelope.data as { deliverable: { text: string } }
      expect(deliverable.text.length).toBe(tenMegabytes)
    } finally {
      await server.stop()
    }
  })
})
