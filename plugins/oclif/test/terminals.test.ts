import { personMark, runPiped, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "./support/envelope-of.ts"
import type { GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { shareOf } from "./support/share-of.ts"
import { kinds, runInShell, type ShellCase } from "./support/shell-cases.ts"

const plain = ["plain", "D-1"]
const ran = { asked: true, exit: 0, deeds: ["plain D-1"] }
const refused = { asked: false, exit: 4, deeds: [] }
const mismatched = { asked: true, exit: 4, deeds: [] }
const mark = new RegExp(`(?:^|\n)${personMark}$`, "u")

/** Each is taken by some tool for consent, for a terminal, or for the absence of a person. One start is given half of them. */
const variables = [
  `CI=true YES=1 SKIP_CONFIRM=true DEBIAN_FRONTEND=noninteractive FORCE_TTY=1 ASSUME_YES=yes AUTO_APPROVE=true NONINTERACTIVE=1
  CONTINUOUS_INTEGRATION=true FORCE=1 HEROKU_FORCE=1 npm_config_yes=true GATE_NON_INTERACTIVE=1`,
  `CI=1 GITHUB_ACTIONS=true CONFIRM=yes PULUMI_SKIP_CONFIRMATIONS=true GH_PROMPT_DISABLED=1 TF_BUILD=True NO_CONFIRM=1
  TF_CLI_ARGS=-auto-approve GIT_TERMINAL_PROMPT=0 GATE_YES=1 GATE_ANSWER=D-1 GATE_FORMAT=json`
].map((half) => half.split(/\s+/u))

/** Where `--non-interactive` may stand. */
const nonInteractive = [
  ["--non-interactive", ...plain],
  [...plain, "--non-interactive"],
  ["plain", "--non-interactive", "D-1"]
]

/** Terminals that are not the one the program was started at. */
const otherTerminals = [
  [
    "a stdin that is another terminal than stdout is one: it asks there, and only there an answer counts",
    async (host: GateHost) => {
      const { env, deeds } = host.run()
      const keyboard = Terminal.start(["sh", "-c", "tty; exec tail -f /dev/null"])
      const path = (await keyboard.waitFor(/\/dev\/pts\/\d+\n/u)).trim()
      const command = ["sh", "-c", `"$@" <${path}`, "sh", ...host.command("launched", plain)]
      const terminal = Terminal.start(command, { env })
      await terminal.waitFor(mark)
      terminal.enter("D-1")
      keyboard.enter("D-2")
      expect((await terminal.ended).exitCode).toBe(4)
      expect(terminal.screen).toContain("D-2")
      expect(deeds()).toEqual([])
      keyboard.hangUp()
    }
  ],
  [
    "a terminal that is not the controlling one is a terminal",
    async (host: GateHost) => {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(["setsid", "--wait", ...host.command("launched", plain)], { env })
      await terminal.waitFor(mark)
      terminal.enter("D-1")
      expect((await terminal.ended).exitCode).toBe(0)
      expect(deeds()).toEqual(["plain D-1"])
    }
  ]
] as const

/** What ends a call before it reads. oclif itself looks at stdin for an argument that is missing, so both are tried. */
const unread = [
  [4, "launched", "a parse error for a missing argument", ["plain"], 2],
  [5, "plain", "a parse error for a missing argument", ["plain"], 2],
  [4, "plain", "a refusal", plain, 4],
  [5, "launched", "a refusal", plain, 4],
  [5, "launched", "a parse error for a flag it does not know", [...plain, "--nonsense"], 2],
  [4, "launched", "a refusal, with --non-interactive", [...plain, "--non-interactive"], 4]
] as const

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["plain"])
  })
  afterAll(() => host?.remove())

  // Whether they are terminals is asked of the system by code that knows no oclif: every second pair is tried beside each, and
  // the pair in which a person is there beside both.
  const cells = kinds.flatMap((stdin, row) => kinds.map((stdout, column) => ({ stdin, stdout, row, column })))
  it.concurrent.each(
    cells.filter(({ row, column }) => row + column === 0 || (row + column + major) % 2 === 0)
  )(
    "with stdin $stdin and stdout $stdout, whatever stderr is, it asks exactly when both are terminals",
    async ({ stdin, stdout, row, column }) => {
      const isThere = stdin === "terminal" && stdout === "terminal"
      // What stderr is must not matter: a person is asked with each kind of it. To refuse, it is enough that it meets each
      // kind of stdin and each kind of stdout.
      const another = (row + column) % kinds.length
      const stderrs = isThere ? shareOf(kinds, major) : kinds.slice(another, another + 1)
      const cases = stderrs.map((stderr) => ({ args: plain, stdin, stdout, stderr }))
      const results = await runInShell(host, cases, "D-1")
      expect(results).toMatchObject(stderrs.map(() => (isThere ? ran : refused)))
      for (const { out, err } of results) {
        if (out !== undefined) {
          expect(envelopeOf(out).error).toEqual({
            code: "PERSON_REQUIRED",
            message: "`gate plain` needs a person at a terminal",
            retryable: false,
            suggestion: "Ask a person to run `gate plain D-1` in their own terminal",
            context: { reason: stdin === "terminal" ? "STDOUT_NOT_A_TERMINAL" : "STDIN_NOT_A_TERMINAL" }
          })
        }
        if (err !== undefined && stdout === "terminal" && !isThere)
          expect(err).toContain("needs a person at a terminal")
        if (err !== undefined && isThere) expect(err).toBe("")
      }
    }
  )

  it.concurrent("with --non-interactive at a terminal it refuses, wherever the flag stands and whatever stderr is", async () => {
    const all = kinds.map((stderr, at): ShellCase => ({ args: nonInteractive[at % 3] ?? [], stderr }))
    const cases = shareOf(all, major)
    const results = await runInShell(host, cases, "D-1")
    expect(results).toMatchObject(cases.map(() => refused))
  })

  it.concurrent.each(shareOf(variables, major).map((set) => ({ set, named: set.join(" ") })))(
    "$named changes nothing: a person is asked, an agent is refused",
    async ({ set }) => {
      const cases: readonly ShellCase[] = [
        { args: plain, variables: set },
        { args: plain, variables: set, stdin: "pipe", stdout: "pipe" }
      ]
      const [on, off] = await runInShell(host, cases, "yes")
      expect(on).toMatchObject(mismatched)
      expect(off).toMatchObject(refused)
      expect(envelopeOf(off?.out ?? "").error?.code).toBe("PERSON_REQUIRED")
    }
  )

  it.concurrent.each(shareOf(otherTerminals, major))("%s", async (_, holds) => holds(host))

  it.concurrent.each(unread.filter(([beside]) => beside === major))(
    "leaves what is piped in unread for the next program, in oclif %i with bin/%s.js, after %s",
    async (_beside, entry, _what, args, exit) => {
      const { env, deeds } = host.run()
      const group = `printf 'D-1\\nrest\\n' | { "$@" >out; echo exit $?; cat; }`
      const { stdout } = await runPiped(["sh", "-c", group, "sh", ...host.command(entry, args)], {
        env,
        cwd: host.root
      })
      expect(stdout).toBe(`exit ${exit}\nD-1\nrest\n`)
      expect(deeds()).toEqual([])
    }
  )
})
