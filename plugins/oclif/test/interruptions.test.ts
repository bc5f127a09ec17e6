import { constants } from "node:os"
import { personMark, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "./support/envelope-of.ts"
import type { GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"
import { hostWith } from "./support/host-with.ts"
import { Shell } from "./support/shell.ts"
import { stackIn } from "./support/stack-in.ts"

const mark = new RegExp(`(?:^|\n)${personMark}$`, "u")
/** Starts the CLI so that its process id is seen first. */
const known = `sh -c 'echo PID $$; exec "$@"' sh $GATE`
// Whoever asks decides these, and the terminal: each is met beside one oclif.
const signals = [
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130]
] as const
const stopped = [
  ["", "$GATE plain D-1"],
  [" under npm exec", 'npm exec --offline --update-notifier=false -c "$GATE plain D-1"']
] as const
const hungUp = [
  ["with the launcher", "launched", []],
  ["with a document to write", "launched", ["--format", "json"]]
] as const

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["plain", "idle-attestation"])
  })
  afterAll(() => host?.remove())

  const keyed = [
    ["Ctrl-C", "launched", "\u0003", 130, "CANCELLED"],
    ["Ctrl-C in the middle of the text", "launched", "D-\u0003", 130, "CANCELLED"],
    ["Ctrl-C twice", "launched", "\u0003\u0003", 130, "CANCELLED"],
    ["Ctrl-C, without the launcher", "plain", "D-1\u0003", 130, "CANCELLED"],
    ["Ctrl-D on an empty line", "launched", "\u0004", 4, "ATTESTATION_MISMATCH"],
    ["a wrong answer", "launched", "D-2\r", 4, "ATTESTATION_MISMATCH"]
  ] as const
  it.concurrent.each(shareOf(keyed, major))(
    "after %s nothing is done, and the terminal is as it was",
    async (_, entry, keys, exit, code) => {
      const shell = await Shell.start(host, entry)
      const { modes } = await shell.state()
      shell.enter("$GATE plain D-1")
      await shell.mark()
      shell.terminal.type(keys)
      const seen = await shell.prompt()
      expect(seen).toContain(`Code: ${code}\n`)
      expect(stackIn(seen)).toBeUndefined()
      expect(await shell.state()).toEqual({ exit, modes })
      expect(shell.deeds()).toEqual([])
      await shell.close()
    }
  )

  it.concurrent.each(shareOf(signals, major))(
    "after %s while it asks, nothing is done, the exit says so, and the terminal is as it was",
    async (signal, exit) => {
      const shell = await Shell.start(host, "launched")
      const { modes } = await shell.state()
      shell.enter(`${known} plain D-1 --format json`)
      const pid = Number(/PID (\d+)/u.exec(await shell.until(/PID \d+\n/u))?.[1])
      await shell.mark()
      process.kill(pid, signal)
      const seen = await shell.prompt()
      const envelope = envelopeOf(`${/^\{.*\}$/mu.exec(seen)?.[0]}\n`)
      expect(envelope).toMatchObject({
        data: null,
        error: { code: "CANCELLED", context: { signal } },
        meta: { exit_code: exit }
      })
      expect(stackIn(seen)).toBeUndefined()
      expect(await shell.state()).toEqual({ exit, modes })
      expect(shell.deeds()).toEqual([])
      await shell.close()
    }
  )

  it.concurrent.each(shareOf(stopped, major))(
    "Ctrl-Z stops it%s, fg asks again, and then the answer counts",
    async (_, line) => {
      const shell = await Shell.start(host, "launched")
      const { modes } = await shell.state()
      shell.enter(line)
      expect(await shell.mark()).toContain("| Do the deed D-1?")
      shell.terminal.type("D-1\u001a")
      expect(await shell.prompt()).toContain("Stopped")
      expect((await shell.state()).modes).toBe(modes)
      shell.enter("fg")
      expect(await shell.mark()).toContain("| Do the deed D-1?")
      expect(shell.deeds()).toEqual([])
      shell.enter("D-1")
      await shell.prompt()
      expect(await shell.state()).toEqual({ exit: 0, modes })
      expect(shell.deeds()).toEqual(["plain D-1"])
      await shell.close()
    }
  )

  it.concurrent("started with & it stops before it asks, and asks after fg", async () => {
    const shell = await Shell.start(host, "launched")
    const { modes } = await shell.state()
    shell.enter("$GATE plain D-1 &")
    expect(await shell.until(/Stopped/u)).not.toContain("| Do the deed")
    shell.enter("fg")
    expect(await shell.mark()).toContain("| Do the deed D-1?")
    shell.enter("D-1")
    await shell.prompt()
    expect(await shell.state()).toEqual({ exit: 0, modes })
    expect(shell.deeds()).toEqual(["plain D-1"])
    await shell.close()
  })

  it.concurrent.each([["with oclif's own entry point", "plain", []], ...shareOf(hungUp, major)] as const)(
    "when the terminal goes away nothing is done, and it ends as the hang-up would, %s",
    async (_, entry, flags) => {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(host.command(entry, ["plain", "D-1", ...flags]), { env })
      await terminal.waitFor(mark)
      terminal.type("D-1")
      terminal.hangUp()
      expect(await terminal.ended).toEqual({ exitCode: 129, signal: constants.signals.SIGHUP })
      expect(deeds()).toEqual([])
    }
  )

  it.concurrent("on a terminal that understands no control sequence it asks without one", async () => {
    const { env, deeds } = host.run({ TERM: "dumb" })
    const terminal = Terminal.start(host.command("launched", ["plain", "D-1"]), { env })
    await terminal.waitFor(mark)
    terminal.enter("D-2\u007f1")
    expect((await terminal.ended).exitCode).toBe(0)
    expect(terminal.raw).not.toContain("\u001b")
    expect(deeds()).toEqual(["plain D-1"])
  })

  it.concurrent("an attestation() that waits for something that never comes fails, and does not end as if all were well", async () => {
    const { env, deeds } = host.run()
    const terminal = Terminal.start(host.command("launched", ["idle-attestation", "D-1"]), { env })
    expect((await terminal.ended).exitCode).toBe(1)
    expect(terminal.screen.replaceAll(/\s+/gu, " ")).toContain(
      "its attestation() waits for something that never comes"
    )
    expect(deeds()).toEqual([])
  })
})
