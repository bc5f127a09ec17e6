import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shareOf } from "../../../plugins/oclif/test/support/share-of.ts"
import { type Home, InstalledCouncil } from "./support/installed-council.ts"

interface Wrong {
  readonly what: string
  readonly args: readonly string[]
  readonly exit: number
  readonly code: string
  readonly says: RegExp
}

const wrong: readonly Wrong[] = [
  { what: "no ID", args: ["approve"], exit: 2, code: "INVALID_ARGUMENTS", says: /Missing 1 required arg/ },
  { what: "an unknown ID", args: ["show", "D-404"], exit: 5, code: "NOT_FOUND", says: /no decision "D-404"/ },
  { what: "two lines", args: ["propose", "a\nb"], exit: 2, code: "INVALID_TITLE", says: /not one line/ },
  ...["", "-x"].map((id) => ({
    what: `the ID ${JSON.stringify(id)}`,
    args: ["propose", "A title", `--id=${id}`],
    exit: 2,
    code: "INVALID_ID",
    says: /people type it back; nothing is proposed/
  })),
  {
    what: "an ID that is taken",
    args: ["propose", "A title", "--id", "D-1"],
    exit: 6,
    code: "CONFLICT",
    says: /D-1 exists already \(proposed\); nothing is proposed/
  },
  {
    what: "an ID without a value",
    args: ["propose", "A title", "--id"],
    exit: 2,
    code: "INVALID_ARGUMENTS",
    says: /--id expects a value/
  },
  {
    what: "a flag that there is not",
    args: ["list", "--all"],
    exit: 2,
    code: "INVALID_ARGUMENTS",
    says: /Nonexistent flag: --all/
  },
  {
    what: "a word too many",
    args: ["list", "all"],
    exit: 2,
    code: "UNKNOWN_COMMAND",
    says: /decisions list all is not a command/
  },
  {
    what: "a command that there is not",
    args: ["aprove", "D-1"],
    exit: 2,
    code: "UNKNOWN_COMMAND",
    says: /is not a command of this tool/
  },
  {
    what: "a format that there is not",
    args: ["list", "--format", "xml"],
    exit: 2,
    code: "INVALID_ARGUMENTS",
    says: /Expected --format json, jsonl, tsv or plain/
  },
  {
    what: "a step that is not due",
    args: ["publish", "D-1"],
    exit: 6,
    code: "CONFLICT",
    says: /D-1 is proposed; only a decision that is approved can be published/
  }
]

describe.each([4, 5] as const)("council on oclif %i", (major) => {
  let council: InstalledCouncil
  let home: Home
  let before: Home["bytes"]
  beforeAll(async () => {
    council = new InstalledCouncil(major)
    home = await council.home("D-1")
    before = home.bytes
  })
  afterAll(() => council?.remove())

  it.concurrent.each(shareOf(wrong, major))(
    "refuses $what: $code, and changes nothing",
    async ({ args, exit, code, says }) => {
      const { exitCode, envelope } = await home.agent("decisions", ...args)
      expect([exitCode, envelope.error?.code, envelope.error?.retryable]).toEqual([exit, code, false])
      expect(envelope.error?.message).toMatch(says)
      // The others are at work beside it, and may have the lock.
      expect(home.bytes["decisions.json"]).toEqual(before["decisions.json"])
    }
  )

  it("leaves nothing beside the decisions by all these refusals", () => {
    expect(home.bytes).toEqual(before)
  })

  it("says at a terminal what is wrong and what to do, and asks nothing", async () => {
    const calls = [
      [["approve", "D-404"], 5, /There is no decision "D-404"[^]*council decisions list/],
      [["propose", ""], 2, /not one line of 1 to 200 characters[^]*Give one line of text/],
      [
        ["purge", "D-1"],
        2,
        /called without --confirm-destructive\. Nothing was done[^]*Add --confirm-destructive/
      ],
      [["list", "all"], 2, /decisions list all is not a command[^]*Did you mean `council decisions list`/]
    ] as const
    for (const [args, exit, says] of shareOf(calls, major)) {
      const { exitCode, screen } = await home.shown("decisions", ...args)
      expect([exitCode, screen]).toEqual([exit, expect.stringMatching(says)])
      expect(screen).not.toMatch(/^> |^\s+at .*:\d+:\d+/m)
    }
  })

  // What follows is council's own and the plugin's, whatever oclif is beside them.
  if (major === 4) return
  it("shows what a title hides, where it is confirmed and wherever it is printed", async () => {
    const own = await council.home()
    const title = "Approve \u001B[2K\u202Eeverything\u0007"
    const escaped = "Approve \\u{1b}[2K\\u{202e}everything\\u{7}"
    expect((await own.agent("decisions", "propose", title, "--id", "D-7")).exitCode).toBe(0)
    const asked = await own.person(["decisions", "approve", "D-7"], "D-7")
    expect(asked.screen).toContain(`|   ${escaped}`)
    for (const args of [["list"], ["publish", "D-7"], ["purge", "D-7", "--dry-run"]]) {
      const { screen, raw } = await own.shown("decisions", ...args)
      expect(screen).toContain(escaped)
      expect(raw).not.toContain("\u001B[2K")
    }
    const { screen } = await own.shown("decisions", "show", "D-7")
    expect(screen).not.toMatch(/[\u0007\u001B\u202E]/)
  })

  it("says which folder it cannot use, and leaves what is there", async () => {
    const own = await council.home()
    mkdirSync(own.folder)
    const file = join(own.folder, "file")
    writeFileSync(file, "not a folder")
    const nobodys = process.platform === "linux" ? ["/proc/council/of/elders"] : []
    for (const place of [join(file, "council"), ...nobodys]) {
      const { exitCode, envelope } = await own.piped(["decisions", "propose", "A title"], {
        env: { COUNCIL_HOME: place }
      })
      expect([exitCode, envelope.error?.code]).toEqual([1, "DECISIONS_NOT_SAVED"])
      expect(envelope.error?.message).toContain(`The decisions in ${place} could not be saved`)
      expect(envelope.error?.message).toContain("Nothing is changed.")
    }
    expect(own.bytes).toEqual({ file: "not a folder" })
  })

  it("neither reads nor replaces a file that is not whole", async () => {
    const own = await council.home("D-1")
    const torn = (own.bytes["decisions.json"] ?? "").slice(0, 60)
    writeFileSync(own.file, torn)
    for (const args of [["list"], ["propose", "A title"]]) {
      const { exitCode, envelope } = await own.agent("decisions", ...args)
      expect([exitCode, envelope.error?.code]).toEqual([1, "DECISIONS_UNREADABLE"])
      expect(envelope.error?.message).toContain(`The decisions in ${own.file} cannot be read`)
    }
    // An agent learns nothing of it from a step that is a person's.
    expect((await own.agent("decisions", "approve", "D-1")).envelope.error?.code).toBe("PERSON_REQUIRED")
    const on = await own.shown("decisions", "approve", "D-1")
    expect([on.exitCode, on.screen]).toEqual([1, expect.stringContaining("DECISIONS_UNREADABLE")])
    expect(own.bytes).toEqual({ "decisions.json": torn })
  })
})
