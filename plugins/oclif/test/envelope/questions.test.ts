import { spawn } from "node:child_process"
import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"
import { shareOf } from "../support/share-of.ts"
import { stackIn } from "../support/stack-in.ts"

// Each oclif is met with the launcher in some files of this folder, and without it in the others.
const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "plain"],
  [5, "launched"]
]

const offTerminal = ["readline", "promises", "swallows", "raw"]

function refused(run: { exitCode: unknown; stdout: string; deeds: readonly string[] }, says: RegExp): void {
  const { error, meta, data } = envelopeOf(run.stdout)
  expect([run.exitCode, meta.exit_code, error?.code, error?.retryable, data, run.deeds]).toEqual([
    4,
    4,
    "INPUT_REQUIRED",
    false,
    null,
    []
  ])
  expect(error?.suggestion).toMatch(says)
}

describe.each(hosts)("a command that asks, in oclif %i with bin/%s.js", (major, entry) => {
  let host: GateHost
  let piped: OneProcess
  beforeAll(async () => {
    host = fixtureHost(major, "contract-cli")
    piped = await OneProcess.offTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await piped?.end()
    host?.remove()
  })

  /** One of many calls in one process. */
  const call = (line: string) => piped.call(line.split(" "))
  /** A call in a process of its own. */
  const start = (line: string, stdin?: string) =>
    host.offTerminal(line.split(" "), { entry, ...(stdin === undefined ? {} : { stdin }) })

  /** As an agent whose stdin is a pipe that nobody writes to and nobody closes. */
  async function withOpenPipe(line: string) {
    const { env, deeds } = host.run()
    const [node = "", ...words] = host.command(entry, line.split(" "))
    const child = spawn(node, words, { env, cwd: host.root, stdio: ["pipe", "pipe", "pipe"] })
    let stdout = ""
    child.stdout.on("data", (text) => (stdout += String(text)))
    const exitCode = await new Promise((resolve) => child.once("close", resolve))
    return { exitCode, stdout, deeds: deeds() }
  }

  it.concurrent("is refused at the question off a terminal, and told of --yes", async () => {
    refused(await call("asks"), /^Add --yes/)
    refused(await call("asks --name D-1"), /^Add --yes/)
    refused(await start("asks", "mine\ny\n"), /^Add --yes/)
    refused(await withOpenPipe("asks"), /^Add --yes/)
    const { error } = envelopeOf((await call("asks --name D-1")).stdout)
    expect(error?.context).toEqual({ reason: "STDIN_NOT_A_TERMINAL", question: "Take D-1? [y/N]" })
  })

  it.concurrent("is answered by --yes, where there is an answer", async () => {
    const run = await call("asks --yes")
    expect([run.exitCode, envelopeOf(run.stdout).data]).toEqual([0, { effect: "taken", name: "mine" }])
    expect(run.deeds).toEqual(["took mine"])
    refused(await call("asks --yes --bare"), /as an argument/)
    expect(envelopeOf((await call("--yes asks")).stdout).data).toEqual(
      envelopeOf((await call("--format json --yes asks --name mine")).stdout).data
    )
    const shown = await host.atTerminal(["--yes", "asks", "--name", "D-3"], { entry })
    expect([shown.exitCode, shown.deeds]).toEqual([0, ["took D-3"]])
  })

  it.concurrent("asks at a terminal, and takes Enter for the default and for no", async () => {
    const { env, deeds } = host.run()
    const terminal = Terminal.start(host.command(entry, ["asks"]), { env, cwd: host.root })
    await terminal.waitFor("Whose? [mine]")
    terminal.enter("D-7")
    await terminal.waitFor("Take D-7? [y/N]")
    terminal.enter("maybe")
    await terminal.waitFor(/\[y\/N\][^]*\[y\/N\]/)
    terminal.enter("yes")
    expect([(await terminal.ended).exitCode, deeds()]).toEqual([0, ["took D-7"]])

    const other = host.run()
    const no = Terminal.start(host.command(entry, ["asks", "--name", "x"]), {
      env: other.env,
      cwd: host.root
    })
    await no.waitFor("[y/N]")
    no.enter("")
    expect([(await no.ended).exitCode, other.deeds()]).toEqual([0, []])
  })

  it.concurrent("asks nothing at a terminal with --non-interactive, nor after Ctrl-C", async () => {
    const silent = await host.atTerminal(["asks", "--non-interactive"], { entry })
    expect([silent.exitCode, silent.deeds]).toEqual([4, []])
    expect(silent.screen).toMatch(/needs an answer, and the call says that nobody/)
    expect(silent.screen).toMatch(/Add --yes/)
    const { env, deeds } = host.run()
    const terminal = Terminal.start(host.command(entry, ["asks"]), { env, cwd: host.root })
    await terminal.waitFor("[mine]")
    terminal.type("\u0003")
    expect([(await terminal.ended).exitCode, deeds()]).toEqual([130, []])
    expect(stackIn(terminal.screen)).toBeUndefined()
  })

  it.concurrent("leaves stdout to the result when it asks in a pipeline", async () => {
    const { env } = host.run()
    const words = host
      .command(entry, ["asks", "--name", "D-9"])
      .map((word) => `'${word}'`)
      .join(" ")
    const terminal = Terminal.start(["sh", "-c", `${words} | sed 's/^/piped: /'`], { env, cwd: host.root })
    await terminal.waitFor("[y/N]")
    terminal.enter("y")
    await terminal.ended
    expect(terminal.screen).toMatch(/piped: \{"ok":true,"data":\{"effect":"taken","name":"D-9"\}/)
    expect(terminal.screen).not.toContain("piped: Take")
  })

  describe.each([
    ["foreign", 0],
    ["foreign-undeclared", 1]
  ] as const)("with a library of its own, %s", (command, turn) => {
    const says = command === "foreign" ? /^Add --yes/ : /^Give the answer as an argument/

    it.concurrent.each(shareOf(offTerminal, major + 2 * turn, 4))(
      "is refused off a terminal: %s",
      async (way) => {
        refused(await start(`${command} --with ${way}`), says)
      }
    )

    // What swallows the refusal goes on where the process does.
    it.concurrent.each(offTerminal.filter((way) => way !== "swallows"))(
      "is refused in a process of many calls: %s",
      async (way) => {
        refused(await call(`${command} --with ${way}`), says)
      }
    )

    it.concurrent.each(shareOf(["readline", "promises", "swallows", "raw", "iterates"], major + turn))(
      "is refused at a terminal with --non-interactive: %s",
      async (way) => {
        const { exitCode, screen, deeds } = await host.atTerminal(
          [command, "--with", way, "--non-interactive", "--format", "json"],
          { entry }
        )
        const document = screen.replaceAll("\n", "").slice(screen.replaceAll("\n", "").indexOf("{"))
        expect([exitCode, deeds, envelopeOf(`${document.trim()}\n`).error?.code]).toEqual([
          4,
          [],
          "INPUT_REQUIRED"
        ])
      }
    )

    it.concurrent("may be answered at a terminal", async () => {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(host.command(entry, [command]), { env, cwd: host.root })
      await terminal.waitFor("Sure?")
      terminal.enter("indeed")
      expect([(await terminal.ended).exitCode, deeds()]).toEqual([0, ["answered indeed"]])
    })

    it.concurrent("means what its errors say", async () => {
      refused(await call(`${command} --with inquirer`), says)
      const cancelled = await call(`${command} --with inquirer-ctrl-c`)
      expect([cancelled.exitCode, envelopeOf(cancelled.stdout).error?.code]).toEqual([130, "CANCELLED"])
    })
  })

  it.concurrent("is not kept waiting by a pipe that says nothing, when it declares that it asks", async () => {
    refused(await withOpenPipe("foreign"), /^Add --yes/)
  })

  it.concurrent("still reads what is piped in, where it works on that", async () => {
    const given = await start("reads", "some text")
    expect([given.exitCode, envelopeOf(given.stdout).data]).toEqual([0, { text: "some text" }])
    const undeclared = await start("foreign-undeclared --with iterates", "some text")
    expect(envelopeOf(undeclared.stdout).data).toEqual({ answer: "some text" })
  })
})
