import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Home, tape } from "./support/home.ts"
import { newHome } from "./support/new-home.ts"
import { Started } from "./support/started.ts"

const home = new Home()
afterAll(() => home.remove())

const run = ["run", "--prompt", "Do it", ...tape("primes")]
const piped = ["run", ...tape("primes")]
const calls: readonly { readonly code: string; readonly args: readonly string[]; readonly stdin?: string }[] =
  [
    { code: "INVALID_ARGUMENTS", args: [...run, "--bogus"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "extra"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "--review", "some"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "--max-repairs", "few"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "--timeout", "0"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "--format", "yaml"] },
    { code: "INVALID_ARGUMENTS", args: [...run, "--prompt-file", "task.md"] },
    { code: "INVALID_ARGUMENTS", args: ["resume"], stdin: "S-1" },
    { code: "INVALID_ARGUMENTS", args: ["--format=json", "answer"], stdin: "S-1" },
    { code: "INVALID_ARGUMENTS", args: ["cancel", "S-1", "S-2"] },
    { code: "INVALID_ARGUMENTS", args: ["resume", "S-1", "--redo", "--abandon"] },
    { code: "PROMPT_FILE_MISSING", args: [...piped, "--prompt-file", "nowhere.md"] },
    { code: "PROMPT_FILE_UNREADABLE", args: [...piped, "--prompt-file", "."] },
    { code: "INPUT_NOT_TEXT", args: [...piped, "--prompt-file", "noise.bin"] },
    { code: "EMPTY_INPUT", args: piped },
    { code: "EMPTY_INPUT", args: [...piped, "--prompt", " \t"] },
    { code: "EMPTY_INPUT", args: [...piped, "--prompt-file", "empty.md"] },
    { code: "NO_PROVIDER", args: ["run", "--prompt", "Do it"] },
    { code: "TAPE_UNREADABLE", args: ["run", "--prompt", "Do it", "--replay", "nowhere.json"] },
    { code: "TAPE_UNREADABLE", args: ["run", "--prompt", "Do it", "--replay", "wrong.json"] },
    { code: "OUTPUT_UNWRITABLE", args: [...run, "--output", "nowhere/result.txt"] },
    { code: "OUTPUT_UNWRITABLE", args: [...run, "--output", "."] },
    { code: "SESSION_UNKNOWN", args: [...run, "--session", "S-000000000000"] },
    { code: "SESSION_UNKNOWN", args: ["resume", "S-000000000000"] },
    { code: "SESSION_UNKNOWN", args: ["answer", "S-000000000000", "blue"] },
    { code: "SESSION_UNKNOWN", args: ["cancel", "S-000000000000"] },
    { code: "SESSION_ID_INVALID", args: ["resume", "../elsewhere"] }
  ]

beforeAll(() => {
  writeFileSync(join(home.folder, "noise.bin"), Buffer.from([0xff, 0xfe, 0x00]))
  writeFileSync(join(home.folder, "empty.md"), "\n")
  writeFileSync(join(home.folder, "wrong.json"), `{"turns":[{"EXECUTE":[{"say":"hello"}]}]}`)
})

describe("a call that cannot be run", () => {
  it.concurrent.each(calls)("$args is exit 4 $code, with one record, and makes no session", async (call) => {
    const { exitCode, stderr, envelope, result } = await home.run(
      call.args,
      call.stdin === undefined ? {} : { stdin: call.stdin }
    )
    expect([exitCode, envelope.error?.code], stderr).toEqual([4, call.code])
    expect(result.session_id === null || call.args.includes(result.session_id)).toBe(true)
    const [, record = ""] = /^\[harness-error\] (.*)\n\[headless halt\] .*\n$/.exec(stderr) ?? []
    expect(JSON.parse(record)).toMatchObject({
      category: "HARNESS_EXCEPTION",
      code: call.code,
      message: envelope.error?.message
    })
  })

  it("has made no session", async () => {
    const { stdout } = await home.piped(["sessions"])
    expect(JSON.parse(stdout)).toMatchObject({ data: { sessions: [] } })
  })
})

describe.concurrent("a session that cannot be worked on", () => {
  const stopped = new Home()
  let known = ""
  beforeAll(async () => {
    const { result } = await stopped.run(run)
    known = result.session_id ?? ""
  })
  afterAll(() => stopped.remove())

  /** A home with a copy of the session that stands at its first gate. */
  function paused() {
    const other = newHome()
    cpSync(stopped.home, other.home, { recursive: true })
    return { other, id: known }
  }

  it("is 4 SESSION_BUSY and may be tried again while another process has it", async () => {
    const { other, id } = paused()
    const first = new Started(other, ["resume", id, ...tape("primes")])
    await first.until("SESSION_RESTORED")
    const second = await other.run(["cancel", id])
    expect([second.exitCode, second.envelope.error]).toEqual([
      4,
      expect.objectContaining({ code: "SESSION_BUSY", retryable: true })
    ])
    first.kill("SIGTERM")
    await first.ended
  })

  it("is 4 SESSION_UNREADABLE when a line of its log is not what was written, and nothing is changed", async () => {
    const { other, id } = paused()
    const log = join(other.home, id, "events.jsonl")
    const bad = readFileSync(log, "utf8").replace('"kind":"TURN_OPENED"', '"kind":"TURN_OPENED')
    writeFileSync(log, bad)
    const resumed = await other.run(["resume", id, ...tape("primes")])
    expect([resumed.exitCode, resumed.envelope.error?.code]).toEqual([4, "SESSION_UNREADABLE"])
    expect(readFileSync(log, "utf8")).toBe(bad)
    const shown = await other.piped(["show", id])
    expect([shown.exitCode, JSON.parse(shown.stdout)]).toMatchObject([
      1,
      { error: { code: "SESSION_UNREADABLE" } }
    ])
  })

  it("is 4 SESSION_TOO_NEW when a newer program has written it", async () => {
    const { other, id } = paused()
    const log = join(other.home, id, "events.jsonl")
    writeFileSync(log, readFileSync(log, "utf8").replaceAll('{"schema":1,', '{"schema":99,'))
    const resumed = await other.run(["resume", id, ...tape("primes")])
    expect([resumed.exitCode, resumed.envelope.error?.code]).toEqual([4, "SESSION_TOO_NEW"])
  })

  it("takes no new request while it is paused: 4 SESSION_PAUSED names what goes on", async () => {
    const { other, id } = paused()
    const again = await other.run([...run, "--session", id], { stdin: "/confirm\n/confirm\n" })
    expect([again.exitCode, again.envelope.error?.code]).toEqual([4, "SESSION_PAUSED"])
    expect(again.envelope.error?.message).toContain("Go on with resume")
    expect(other.count(id, "ARTIFACT_CONFIRMED") + other.count(id, "ACCEPT_CURRENT")).toBe(0)
  })

  it("cannot even be made where STEWARD_HOME is no folder: 4 SESSION_NOT_SAVED", async () => {
    const other = newHome()
    writeFileSync(other.home, "a file")
    const refused = await other.run(run)
    expect([refused.exitCode, refused.envelope.error?.code]).toEqual([4, "SESSION_NOT_SAVED"])
    const listed = await other.piped(["sessions"])
    expect([listed.exitCode, JSON.parse(listed.stdout)]).toMatchObject([1, { ok: false }])
  })
})
