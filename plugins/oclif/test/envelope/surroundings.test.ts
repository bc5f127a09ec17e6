import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Envelope, envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"

const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "plain"],
  [5, "launched"]
]

const undeclared = (envelope: Envelope) =>
  envelope.warnings.filter(({ code }) => code === "UNDECLARED_EXIT_CODE") as readonly object[]

describe.each(hosts)("in oclif %i with bin/%s.js", (major, entry) => {
  let host: GateHost
  let piped: OneProcess
  let shown: OneProcess
  beforeAll(async () => {
    host = fixtureHost(major, "envelope-cli")
    piped = await OneProcess.offTerminal(host, executedBy(host, entry))
    shown = await OneProcess.atTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await Promise.all([piped?.end(), shown?.end()])
    host?.remove()
  })

  /** One of many calls in one process. */
  const call = async (line: string, env: Record<string, string> = {}) => {
    const run = await piped.call(line.split(" "), env)
    return { ...run, envelope: envelopeOf(run.stdout) }
  }

  it.concurrent("no colour reaches a stream that no person looks at", async () => {
    const { stdout, stderr } = await host.offTerminal(["prints"], {
      entry,
      env: { FORCE_COLOR: "1", NO_COLOR: "1" }
    })
    envelopeOf(stdout)
    expect(stderr).toContain("foreign red\n")
    expect(stdout + stderr).not.toContain("\u001b")
  })

  it.concurrent("no colour reaches a person either where a variable forbids it", async () => {
    for (const [env, colours] of [
      [{}, true],
      [{ GITHUB_ACTIONS: "true" }, false],
      [{ JENKINS_URL: "http://ci" }, false],
      [{ TERM: "dumb" }, false]
    ] as const) {
      const { raw } = await shown.call(["prints"], env)
      expect(raw).toContain("red")
      expect(/\u001b\[3\dm/.test(raw), JSON.stringify(env)).toBe(colours)
    }
  })

  it.concurrent("a program that a command starts is told so, and of no pager", async () => {
    const own = await host.offTerminal(["surroundings"], { entry })
    for (const { stdout } of [own, await piped.call(["surroundings"], { NO_COLOR: "" })]) {
      expect(envelopeOf(stdout).data).toEqual({
        PAGER: "cat",
        GIT_PAGER: "cat",
        NO_COLOR: "1",
        TOOL_TRACE_ID: null
      })
    }
  })

  it.concurrent("a program that a command starts at a terminal is told so too, and the person reads what they did", async () => {
    const { env } = host.run({ TERM: "dumb" })
    const terminal = Terminal.start(host.command(entry, ["surroundings", "--fail"]), { env, cwd: host.root })
    expect((await terminal.ended).exitCode).toBe(7)
    expect(terminal.screen).toContain("NO_COLOR=1\n")
    expect(terminal.screen).toContain("Error: not yours")
    expect(terminal.screen).not.toContain('"ok"')
  })

  it.concurrent("a person is shown the version alone", async () => {
    for (const line of ["--version", "-V"]) {
      const { exitCode, screen } = await shown.call([line])
      expect([exitCode, screen.trim()]).toEqual([0, "1.2.3"])
    }
  })

  it.concurrent("an end that the contract does not declare is a warning while it is developed", async () => {
    const development = { NODE_ENV: "development" }
    expect(undeclared((await call("declares 7", development)).envelope)).toEqual([
      expect.objectContaining({ context: { exit_code: 7, error_code: "GENERAL_ERROR" } })
    ])
    expect(undeclared((await call("declares 5", development)).envelope)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("lists GONE for 5") })
    ])
    for (const line of ["declares 0", "declares 6", "declares 1", "declares", "end this-exit-3"])
      expect(undeclared((await call(line, development)).envelope), line).toEqual([])
    expect(undeclared((await call("declares 7")).envelope)).toEqual([])
  })

  it.concurrent("a class says the version of its data", async () => {
    expect((await call("declares 0")).envelope.meta).toMatchObject({ schema_version: "2.1" })
  })

  it.concurrent.each([
    ["-h", { help: true, schema_ref: "--schema" }],
    ["topic one -h", { help: true, command: "topic.one", schema_ref: "topic one --schema" }],
    ["--help", { help: true }],
    ["topic", { help: true }],
    ["--format json topic", { help: true }],
    ["topic --help --format=json", { help: true }],
    ["line --help --format json", { help: true, command: "line" }]
  ])("%s is answered with help on stderr", async (line, meta) => {
    const { exitCode, stderr, envelope } = await call(line)
    expect([exitCode, envelope.data]).toEqual([0, null])
    expect(envelope.meta).toMatchObject(meta)
    expect(stderr).toContain("USAGE\n")
  })

  it.concurrent.each(["-V", "--version", "--format json --version", "--version --format json"])(
    "%s is answered with the version",
    async (line) => {
      const { exitCode, envelope } = await call(line)
      expect([exitCode, envelope.data]).toEqual([0, { version: "1.2.3" }])
    }
  )

  it.concurrent("-h that a command has a use for is its own", async () => {
    const { exitCode, envelope } = await call("own-h -h")
    expect([exitCode, envelope.data]).toEqual([0, { height: true }])
  })

  it.concurrent("oclif's own --json has the exit code that the call has without it", async () => {
    for (const [line, exit] of [
      ["json --json", 0],
      ["json --json --nothing", 0],
      ["json --json --fail 7", 7],
      ["json --json --fail 2", 1],
      ["json --json --nope", 2]
    ] as const) {
      const { exitCode, stdout } = await piped.call(line.split(" "))
      expect([line, exitCode]).toEqual([line, exit])
      expect(stdout).not.toContain('"meta"')
    }
    const { envelope } = await call("json --json --format json")
    expect(envelope.data).toEqual({ found: 2 })
  })
})
