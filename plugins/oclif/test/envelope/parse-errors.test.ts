import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"

interface Mistakes {
  readonly line: string
  /** Each thing that is wrong, in any order: its field, and a part of its sentence. */
  readonly errors: readonly (readonly [field: string, says: RegExp])[]
  readonly suggestion?: string
}

const missingName = ["name", /is missing/] as const
const missingRegion = ["--region", /Missing required flag region/] as const

const lines: readonly Mistakes[] = [
  {
    line: "line",
    errors: [["kind", /is missing/], missingName, missingRegion]
  },
  {
    line: "line huge x --region mars --count zero --size big",
    errors: [
      ["kind", /huge\. Expected one of: big, small/],
      ["--region", /mars\. Expected one of: eu, us/],
      ["--count", /zero/],
      ["--size", /big/]
    ]
  },
  {
    line: "line big --regoin eu --nope y --count 0",
    errors: [["--regoin", /is not a flag/], ["--nope", /is not a flag/], ["--count", /1/], missingRegion],
    suggestion: "Did you mean --region?"
  },
  {
    line: "line big x y z --region eu --from 1 --to 2 --all --size 1 --size 2",
    errors: [
      ["y", /does not take/],
      ["z", /does not take/],
      ["--size", /only be specified once/],
      ["--all", /cannot also be provided when using --to/]
    ]
  },
  {
    line: "line big x --region eu --from 1 -x",
    errors: [
      ["-x", /is not a flag/],
      ["--from", /must be provided when using --from: --to/]
    ]
  },
  { line: "line big x --region", errors: [["--region", /expects one of these values: eu, us/]] },
  {
    line: "line big x --region eu --formt json",
    errors: [["--formt", /is not a flag/]],
    suggestion: "Did you mean --format?"
  }
]

const unknown = [
  ["topci one", "topic one"],
  ["topic oen", "topic one"],
  ["topic one extra", "topic one"],
  ["firts --format json", "first"],
  ["--format json jsno", "json"],
  ["quite-another-thing", undefined]
] as const

const byField = (a: readonly [string, unknown], b: readonly [string, unknown]) => (a[0] < b[0] ? -1 : 1)

// Each oclif is met with the launcher in some files of this folder, and without it in the others.
const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "plain"],
  [5, "launched"]
]

describe.each(hosts)("a line that is not valid, in oclif %i with bin/%s.js", (major, entry) => {
  let host: GateHost
  let piped: OneProcess
  beforeAll(async () => {
    host = fixtureHost(major, "envelope-cli")
    piped = await OneProcess.offTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await piped?.end()
    host?.remove()
  })

  it.concurrent.each(lines)(
    "is refused with all that is wrong with it: $line",
    async ({ line, errors, suggestion }) => {
      const { exitCode, stdout, deeds } = await piped.call(line.split(" "))
      const { error, meta } = envelopeOf(stdout)
      expect([exitCode, meta.exit_code, error?.code, error?.retryable, deeds]).toEqual([
        2,
        2,
        "INVALID_ARGUMENTS",
        false,
        []
      ])
      expect(error).toMatchObject({ phase: "validation", fix_required: expect.any(String) })
      expect(error?.suggestion).toBe(suggestion)
      const found = (error as unknown as { errors: { field: string; message: string }[] }).errors
      expect(found.map(({ field, message }) => [field, message] as const).toSorted(byField)).toEqual(
        errors.toSorted(byField).map(([field, says]) => [field, expect.stringMatching(says)])
      )
    }
  )

  it.concurrent.each(unknown)("names no command, and says what was likely meant: %s", async (line, meant) => {
    const { exitCode, stdout } = await piped.call(line.split(" "))
    const { error, meta } = envelopeOf(stdout)
    expect([exitCode, meta.exit_code, error?.code]).toEqual([2, 2, "UNKNOWN_COMMAND"])
    expect(error?.suggestion).toBe(meant === undefined ? undefined : `Did you mean \`tool ${meant}\`?`)
  })

  it.concurrent("is no error of the line where one command called another, which is too late for 2", async () => {
    const { exitCode, stdout } = await host.offTerminal(["calls"], { entry })
    const { error, meta } = envelopeOf(stdout)
    expect([exitCode, meta.exit_code, error?.code]).toEqual([1, 1, "VALIDATION_AFTER_START"])
    const shown = await host.atTerminal(["calls"], { entry })
    expect([shown.exitCode, shown.screen]).toEqual([1, expect.stringMatching(/Expected huge to be one of/)])
    const own = await piped.call(["calls", "mars"])
    expect([own.exitCode, envelopeOf(own.stdout).error?.code]).toEqual([2, "INVALID_ARGUMENTS"])
  })
})
