import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { hosts } from "../../../scripts/hosts.mjs"
import { type Home, InstalledCouncil } from "../../../examples/council/test/support/installed-council.ts"

const fixture = fileURLToPath(new URL("fixtures/testing-cli", import.meta.url))
/** Some 25 starts, one after another; each may wait for a busy machine. */
const longest = 240_000

interface Proved {
  readonly result?: { readonly exitCode: number; readonly screen: string } | null
  readonly error?: {
    readonly name: string
    readonly message: string
    readonly violations: readonly { readonly way: string; readonly problems: readonly string[] }[]
  }
}

// A proof takes some 25 starts, so one command is proved beside each oclif, and of the three those that take a flag of their own
// beside the answer. A command that takes none is proved where docs/add-a-person-only-command.md is followed.
const proofs = [
  { step: "publish", args: ["D-2", "--confirm"], major: 5 },
  { step: "revoke", args: ["D-3", "--confirm-destructive"], major: 4 }
]
const steps = [
  { step: "approve", args: ["D-1"], done: "approved", major: 4 },
  { step: "publish", args: ["D-2", "--confirm"], done: "published", major: 4 },
  { step: "revoke", args: ["D-3", "--confirm-destructive"], done: "revoked", major: 5 }
]

/** Calls a helper in a process of the host, as an author's test does. */
async function proved(folder: string, request: object): Promise<Proved> {
  const { PATH, HOME } = process.env
  const run = await runPiped([process.execPath, join(folder, "prove.mjs"), JSON.stringify(request)], {
    env: { PATH, HOME },
    timeoutMs: longest
  })
  expect(run.stderr).toBe("")
  return JSON.parse(run.stdout) as Proved
}

describe.each([4, 5] as const)("@byhand/oclif/testing as it is installed beside oclif %i", (major) => {
  let council: InstalledCouncil
  let home: Home
  let folder = ""
  beforeAll(async () => {
    council = new InstalledCouncil(major)
    expect(await council.core()).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    folder = mkdtempSync(join(council.root, "testing-"))
    cpSync(fixture, folder, { recursive: true })
    home = await council.home("D-1", "D-2", "D-3")
    // What is published or revoked had to be approved.
    for (const id of ["D-2", "D-3"])
      expect((await home.person(["decisions", "approve", id], id)).exitCode).toBe(0)
  })
  afterAll(() => {
    council?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  describe("council", () => {
    it.each(proofs.filter((proof) => proof.major === major))(
      "lets nobody in but a person: $step",
      async ({ step, args }) => {
        const starts = join(folder, `starts-${step}`)
        const counted = ["/bin/sh", "-c", 'echo >>"$STARTS"; exec "$@"', "sh", home.bin]
        const options = { env: { ...home.env, STARTS: starts }, unchanged: [home.folder], timeoutMs: 60_000 }
        const argv = ["decisions", step, ...args]
        expect(await proved(folder, { bin: counted, argv, options })).toEqual({ result: null })
        // What one proof costs its author: a start of the command for each way in.
        const { length } = readFileSync(starts, "utf8")
        expect(length > 20 && length <= 30, `${length} starts`).toBe(true)
      },
      longest
    )

    it.each(steps.filter((step) => step.major === major))(
      "lets a person in: $step",
      async ({ step, args, done }) => {
        const own = await council.home()
        own.copyFrom(home)
        const [id = ""] = args
        const options = { env: own.env, timeoutMs: 60_000 }
        const argv = ["decisions", step, ...args]
        const { result } = await proved(folder, { bin: own.bin, argv, answer: id, options })
        expect([result?.exitCode, own.statuses[id]], result?.screen).toEqual([0, done])
      }
    )
  })
})

// No command of oclif's: it is enough to give it to the helper beside one.
describe("@byhand/oclif/testing as it is installed", () => {
  let folder = ""
  beforeAll(() => {
    const { root } = hosts().find(({ major }) => major === 4) ?? { root: "" }
    folder = mkdtempSync(join(root, "testing-"))
    cpSync(fixture, folder, { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it(
    "fails for a command that looks at stdin.isTTY alone, with the list of the ways in",
    async () => {
      const { PATH } = process.env
      const approved = join(folder, "approved")
      // A command that asks where nobody sees it ends with the wait for it, so the wait is short.
      const options = { env: { PATH, APPROVED: approved }, unchanged: [approved], timeoutMs: 5000 }
      const bin = join(folder, "hand-written.mjs")
      const { error } = await proved(folder, { bin, argv: ["D-1"], options })
      expect(error?.name).toBe("PersonOnlyViolation")
      expect(error?.message).toMatch(
        /^`.*\.mjs D-1` is not person-only, because \d+ way\(s\) in were not refused/
      )
      const violations = error?.violations ?? []
      for (const { way, problems } of violations)
        expect(error?.message).toContain(`\n- ${way}: ${problems.join(" ")}`)
      const ways = violations.map(({ way }) => way)
      expect(ways).toEqual(
        expect.arrayContaining([
          "the answer and a space",
          "the answer typed before the mark",
          "stdin a terminal, stdout a pipe",
          "--non-interactive at a terminal"
        ])
      )
      expect(ways).not.toContain("stdin /dev/null, stdout a pipe")
      expect(existsSync(approved)).toBe(true)
    },
    longest
  )
})
