import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { answerFromSchema } from "../../../packages/headless/test/providers/answer-from-schema.ts"
import { type Answer, ModelServer, refuse } from "../../../packages/headless/test/providers/model-server.ts"
import { Home } from "./support/home.ts"

const key = "a-key-of-nobody-3141592653"
let home: Home
let server: ModelServer
beforeEach(() => {
  home = new Home()
})
afterEach(async () => {
  await server.stop()
  home.remove()
})

async function serve(answer: Answer): Promise<readonly string[]> {
  server = await ModelServer.start(answer)
  return ["--model-url", server.baseUrl, "--model", "m"]
}

const task = ["run", "--prompt", "List the primes below 20"]

/** Everything that is on the disk of a run. */
function everything(): string {
  const names = readdirSync(home.home, { recursive: true, encoding: "utf8" })
  const files = names.map((name) => join(home.home, name)).filter((path) => statSync(path).isFile())
  return files.map((path) => readFileSync(path, "utf8")).join("\n")
}

describe("steward with a model behind an address", () => {
  it("stops at a gate with the options that go on, and goes on with them in another process", async () => {
    const model = await serve(answerFromSchema)
    const env = { THE_KEY: key }
    const asked = [...model, "--key-env", "THE_KEY", "--model-timeout", "30", "--model-format", "json_object"]
    const first = await home.run([...task, ...asked], { env, stdin: "/confirm\n" })
    expect(first.exitCode).toBe(2)
    const { command } = first.result.resume!
    expect(command).toContain(asked.slice(0, 6).join(" "))
    const second = await home.shell(`printf '/confirm\\n' | ${command}`, { env })
    expect(second.exitCode).toBe(0)
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 5 }, () => `Bearer ${key}`)
    )
    expect(server.requests.map(({ body }) => body.response_format?.type)).toEqual(
      Array.from({ length: 5 }, () => "json_object")
    )
    expect(JSON.stringify([first, second]) + everything()).not.toContain(key)
  })

  it("takes the model from the environment, and a tape wins over it", async () => {
    await serve(answerFromSchema)
    const env = { STEWARD_MODEL_URL: server.baseUrl, STEWARD_MODEL: "m", STEWARD_MODEL_KEY: key }
    const asked = await home.run([...task, "--review", "none"], { env })
    expect(asked.exitCode).toBe(0)
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 3 }, () => `Bearer ${key}`)
    )
    const taped = await home.run([...task, "--replay", "tasks/primes.json"], { env })
    expect(taped.exitCode).toBe(2)
    expect(server.requests.length).toBe(3)
  })

  it("ends with 4 and a record without the key when the endpoint rejects it", async () => {
    const model = await serve(({ headers }, response) =>
      refuse(response, 401, `No such key: ${headers.authorization}`)
    )
    const ran = await home.run([...task, ...model, "--key-env", "THE_KEY"], { env: { THE_KEY: key } })
    expect(ran.exitCode).toBe(4)
    const record = ran.stderr.split("\n").find((line) => line.startsWith("[harness-error] "))
    expect(JSON.parse(record!.slice("[harness-error] ".length))).toMatchObject({
      category: "PROVIDER_REJECTED_REQUEST",
      operation: "ACTIVATION",
      status: 401,
      attempts: [{ provider: new URL(server.baseUrl).host }]
    })
    expect(JSON.stringify(ran) + everything()).not.toContain(key)
  })

  it("ends with 4 and what is wrong before there is a session, when the model is not told as it should be", async () => {
    await serve(answerFromSchema)
    const nobody = ["--model-url", "http://127.0.0.1:9/v1"]
    const calls: readonly (readonly [code: string, options: readonly string[]])[] = [
      ["MODEL_NAME_MISSING", nobody],
      ["MODEL_URL_MISSING", ["--model", "m"]],
      ["MODEL_URL_INVALID", ["--model", "m", "--model-url", "http://me:a-password@127.0.0.1:9/v1"]],
      ["MODEL_KEY_MISSING", ["--model", "m", ...nobody, "--key-env", "NO_SUCH_KEY"]],
      ["NO_PROVIDER", []],
      ["INVALID_ARGUMENTS", ["--model", "m", "--replay", "tasks/primes.json"]]
    ]
    const ended = await Promise.all(calls.map(([, wrong]) => home.run([...task, ...wrong])))
    expect(ended.map(({ exitCode, envelope }) => [envelope.error?.code, exitCode])).toEqual(
      calls.map(([code]) => [code, 4])
    )
    for (const { stdout, stderr } of ended) expect(stdout + stderr).not.toContain("a-password")
    expect(existsSync(home.home) ? readdirSync(home.home) : []).toEqual([])
  })

  it("closes the connection on Ctrl-C, ends with 130, and the run goes on afterwards", async () => {
    let isHanging = true
    const model = await serve((request, response, nth) => {
      if (!isHanging) answerFromSchema(request, response, nth)
    })
    const options = [...model, "--review", "none", "--non-interactive"]
    const child = spawn("steward", [...task, ...options], { env: home.env, cwd: home.folder, stdio: "pipe" })
    const ended = new Promise((resolve) => child.once("close", resolve))
    const stdout = textOf(child.stdout)
    await server.until(() => server.requests.length === 1)
    child.kill("SIGINT")
    expect(await ended).toBe(130)
    await server.until(() => server.abandoned === 1)
    expect(server.requests.length).toBe(1)
    isHanging = false
    const { data } = JSON.parse(await stdout) as { data: { session_id: string } }
    const { exitCode } = await home.run(["resume", data.session_id, ...model])
    expect(exitCode).toBe(0)
  })
})

async function textOf(stream: ChildProcess["stdout"]): Promise<string> {
  let text = ""
  for await (const part of stream!) text += String(part)
  return text
}
