import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { type Attempt, make } from "../src/attempt.ts"
import { expectPersonOnly, type PersonOnlyOptions, PersonOnlyViolation, runAsPerson } from "../src/index.ts"

const fixture = fileURLToPath(new URL("fixtures/decisions.mjs", import.meta.url))
const approve = ["approve", "D-42"]
let home: string
let options: PersonOnlyOptions & { env: NodeJS.ProcessEnv; answer?: string }

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "byhand-decisions-"))
  const env = { PATH: process.env["PATH"], DECISIONS_HOME: home }
  options = { unchanged: [home, join(home, "absent")], env }
})
afterEach(() => rmSync(home, { recursive: true }))

const withFlaws = (...flaws: string[]): readonly string[] => [process.execPath, fixture, flaws.join()]

async function waysInto(bin: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const thrown = await expectPersonOnly(bin, approve, options).then(
    () => new PersonOnlyViolation([], []),
    (error: unknown) => error
  )
  if (!(thrown instanceof PersonOnlyViolation)) throw thrown
  return new Map(thrown.violations.map(({ way, problems }) => [way, problems.join(" ")]))
}

const atTerminal = lines(`
  Ctrl-C
  Ctrl-D
  a hang-up
  a wrong answer
  the answer and a space
  an empty answer
  the answer typed before the mark
  the answer typed before the mark, Enter after it`)

function lines(text: string): readonly string[] {
  return text.trim().split(/\n\s*/)
}

describe("runAsPerson", () => {
  it("waits for the mark, types the answer, and gives exit code and screen", async () => {
    const right = await runAsPerson(withFlaws(), approve, "D-42", options)
    expect(right.exitCode).toBe(0)
    expect(right.screen).toContain("Approve decision D-42?\n> D-42")
    expect(readFileSync(join(home, "approved"), "utf8")).toBe("D-42\n")
    const wrong = await runAsPerson(withFlaws(), approve, "D-43", options)
    expect(wrong.exitCode).toBe(4)
    expect(wrong.raw).toContain("ATTESTATION_MISMATCH")
  })

  it("rejects, showing the screen, when the command never asks and when it does not end", async () => {
    await expect(runAsPerson(withFlaws("never asks"), approve, "D-42", options)).rejects.toThrow(
      /PERSON_REQUIRED/
    )
    const again = runAsPerson(withFlaws("asks again"), approve, "D-43", { ...options, timeoutMs: 3000 })
    await expect(again).rejects.toThrow(/killed.*No\./s)
  })
})

describe("expectPersonOnly", () => {
  it("accepts a command that refuses every way in, and leaves nothing behind", async () => {
    await expect(expectPersonOnly(withFlaws(), approve, options)).resolves.toBeUndefined()
  })

  it("names the ways in that were not refused, and no other, when flags, variables and hands answer", async () => {
    const flaws = [
      "trims",
      "empty is yes",
      "Ctrl-C is 0",
      "Ctrl-D is yes",
      "hang-up is yes",
      "--yes is yes",
      "CI is yes"
    ]
    const more = ["--force is yes", "DECISIONS_YES is yes", "stdout is not looked at", "non-interactive asks"]
    const ways = await waysInto(withFlaws(...flaws, ...more))
    expect([...ways.keys()]).toEqual(
      lines(`
      Ctrl-C
      Ctrl-D
      a hang-up
      the answer and a space
      an empty answer
      the answer typed before the mark, Enter after it
      stdin a terminal, stdout a pipe
      --non-interactive at a terminal
      --yes off a terminal
      --yes at a terminal
      --force off a terminal
      --force at a terminal
      DECISIONS_YES=1 off a terminal
      DECISIONS_YES=1 at a terminal
      CI=1 off a terminal
      CI=1 at a terminal`)
    )
    expect(ways.get("a hang-up")).toBe(`It changed ${home}.`)
    expect(ways.get("--yes off a terminal")).toMatch(
      /exited 0; expected 4 or 2.*stdout was "approved.*changed/
    )
  })

  it("names the places where a command does not look at stdin, and typing that counts early", async () => {
    const ways = await waysInto(withFlaws("stdin is not looked at", "early counts"))
    expect([...ways.keys()]).toEqual(
      lines(`
      the answer typed before the mark
      the answer typed before the mark, Enter after it
      stdin /dev/null, stdout a terminal
      stdin a pipe with the answer, stdout a terminal`)
    )
    expect(ways.get("stdin /dev/null, stdout a terminal")).toContain("It asked")
    expect(ways.get("stdin a pipe with the answer, stdout a terminal")).toContain(`It changed ${home}`)
  })

  it("names what an answer in a pipe gets through, and the group when it takes two variables", async () => {
    const ways = await waysInto(
      withFlaws("stdin is not looked at", "stdout is not looked at", "two variables are yes")
    )
    expect(ways.get("stdin a pipe with the answer, stdout a pipe")).toContain("exited 0")
    expect(ways.get("--confirm-destructive off a terminal")).toContain("exited 0")
    expect(
      [...ways.keys()].filter((way) => /^CONFIRM=1 .*APPROVE=1 FORCE=1 .* at a terminal$/.test(way))
    ).toHaveLength(1)
    expect([...ways.keys()].filter((way) => atTerminal.includes(way))).toEqual([])
  })

  it("does not take a command that never asks for a person-only one", async () => {
    const ways = await waysInto(withFlaws("never asks"))
    expect([...ways.keys()]).toEqual(atTerminal)
    expect(ways.get("a wrong answer")).toContain("did not ask")
  })

  it("reads the document, looks at the files after a refusal too, and checks that the question shows the answer", async () => {
    options.answer = "D-1"
    const ways = await waysInto(withFlaws("flag in suggestion", "retryable", "records first"))
    expect(ways.get("stdin /dev/null, stdout a pipe")).toMatch(
      /retryable is true.*error\.suggestion names "--yes"/
    )
    expect(ways.get("stdin closed, stdout a pipe")).toContain(`It changed ${home}.`)
    expect(ways.get("Ctrl-C")).toMatch(/The question does not show "D-1".*It changed/)
    expect(ways.get("a wrong answer")).toBe(`It changed ${home}.`)
  })

  it("refuses to start when the expected text is unknown", async () => {
    await expect(expectPersonOnly(withFlaws(), [], options)).rejects.toThrow(TypeError)
    await expect(expectPersonOnly(withFlaws(), approve, { wrongAnswer: "D-42" })).rejects.toThrow(TypeError)
  })

  it("counts a command that does not end as one that was not refused", async () => {
    const hanging: Attempt = {
      command: [...withFlaws("asks again"), ...approve],
      place: { stdin: "terminal", stdout: "terminal" },
      hands: { atMark: "D-43\r" },
      answer: "D-42",
      cwd: undefined,
      env: options.env,
      timeoutMs: 500
    }
    await expect(make(hanging)).rejects.toThrow("killed, because it did not end")
  })
})
