import { afterEach, describe, expect, it } from "vitest"
import { openAiCompatibleProvider } from "../../src/providers/index.ts"
import { scrubber } from "../../src/providers/scrub.ts"
import { answerFromSchema, replyTo } from "./answer-from-schema.ts"
import { complete, ModelServer, refuse } from "./model-server.ts"
import { runWith } from "./run-with.ts"

let server: ModelServer | undefined
afterEach(() => server?.stop())

const key = "a-plain-key-that-has-no-prefix/4f+9=="
const gateway = "gateway-password"
const model = ({ baseUrl }: ModelServer) =>
  openAiCompatibleProvider({ baseUrl, model: "m", key, headers: { "x-gateway": gateway }, retryDelayMs: 5 })

describe("a run whose endpoint tells everything that it knows", () => {
  it("has no key, account or address of it in a record, a message or a file", async () => {
    server = await ModelServer.start(({ headers }, response) => {
      const account = "Organization org-Ab3dEf6hIj on project proj_9zYx (ops@example.com)"
      const page = "https://platform.example.com/account/api-keys?org=org-Ab3dEf6hIj"
      const sent = `${headers.authorization} and ${String(headers["x-gateway"])}`
      refuse(response, 401, `\u001b[31mWrong key ${sent} of ${account}.\nSee ${page}`)
    })
    const { report, files } = await runWith(model(server))
    expect(report.exit.code).toBe(4)
    const everything = files + JSON.stringify(report)
    for (const secret of [
      key,
      encodeURIComponent(key),
      gateway,
      "org-Ab3",
      "proj_9z",
      "ops@",
      "platform.",
      "\\u001b"
    ])
      expect(everything).not.toContain(secret)
    expect(report.envelope.error?.message).toBe(
      "The endpoint replied with HTTP 401. Look at the key. It says: [31mWrong key [key] and [secret] of Organization " +
        "[account] on project [account] ([e-mail]). See [address]"
    )
  })

  it("has none in what the provider rejected of its own model's text either", async () => {
    const error = { message: "The model wrote no JSON.", failed_generation: `{"token": "${key}", "n": 1` }
    server = await ModelServer.start((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ error }))
    )
    const { report, files } = await runWith(model(server))
    expect(report.outcome).toMatchObject({ error: { failed_generation: '{"token": "[secret]", "n": 1' } })
    expect(files).not.toContain(key)
  })

  it("has none in a result that repeats the key", async () => {
    server = await ModelServer.start((request, response, nth) => {
      if (request.operation !== "execute") return answerFromSchema(request, response, nth)
      const { authorization } = request.headers
      complete(response, replyTo(request).replace("On: ", `I was called with ${authorization}. On: `))
    })
    const { report, files } = await runWith(model(server))
    expect(report.exit.code).toBe(0)
    expect(report.envelope.data).toMatchObject({
      deliverable: { text: "I was called with Bearer [secret]. On: List the primes below 20" }
    })
    expect(files).not.toContain(key)
  })
})

describe("what a provider says of a failure", () => {
  it.each([
    ["Incorrect API key provided: sk-proj-********************abcd.", "Incorrect API key provided: [key]"],
    ["Incorrect key gsk_aB3…xyz9, try another", "Incorrect key [key], try another"],
    ["Rate limit reached for org-Ab3dEf6hIj9k in tier free", "Rate limit reached for [account] in tier free"],
    [
      "in organization `org_01jx2kq` service tier `on_demand`",
      "in organization `[account]` service tier `on_demand`"
    ],
    ["account 1234567890 has no credit", "account [account] has no credit"],
    ["user: jdoe42 is blocked", "user: [account] is blocked"],
    ["User arn:aws:iam::123456789012:user/x is not authorized", "User [account] is not authorized"],
    ["subscription 6f1c2d3e-1a2b-3c4d-5e6f-7a8b9c0d1e2f is disabled", "subscription [account] is disabled"],
    ["Visit www.example.com/keys or https://a.b/c?k=1.", "Visit [address] or [address]"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln expired", "token [key] expired"],
    ["key 0123456789abcdef0123456789abcdef is unknown", "key [key] is unknown"]
  ])("loses its keys, accounts, people and pages: %s", (said, kept) => {
    expect(scrubber([]).said(said)).toBe(kept)
  })

  it.each([
    "The model `qwen2.5-coder-32b-instruct` does not exist.",
    "This model's maximum context length is 8192 tokens, and 10240 were requested.",
    "Rate limit reached: limit 30000, used 28112, requested 4000. Please try again in 4.2s.",
    "Invalid 'messages[1].content': string too long.",
    "The user message is empty, and the project-specific settings are missing.",
    "Conversation roles must alternate user/assistant."
  ])("keeps what a person can use: %s", (said) => {
    expect(scrubber(["ollama"]).said(said)).toBe(said)
  })

  it("may be long and made to be slow to look through, and its end is not half a key", () => {
    const long = ["org-".repeat(50_000), "eyJ-".repeat(50_000), "a-1".repeat(50_000), "x*".repeat(50_000)]
    for (const text of long) expect(scrubber([key]).said(text).length).toBeLessThan(20_000)
    const cut = `${"word ".repeat(3998)}${key}${key}`
    expect(scrubber([key.slice(0, 30)]).said(cut)).not.toContain(key.slice(0, 9))
  })

  it("is one line without anything that a terminal acts on", () => {
    expect(scrubber([]).said("\u001b]0;title\u0007a\r\nb\u202ec")).toBe("]0;title a b c")
  })
})

describe("what a model replied", () => {
  it("is kept as it is, but for a secret that is no word", () => {
    const reply = `See https://example.com/org-Ab3dEf6 with ollama and ${key}`
    expect(scrubber(["ollama", key]).replied(reply)).toBe(
      "See https://example.com/org-Ab3dEf6 with ollama and [secret]"
    )
  })
})
