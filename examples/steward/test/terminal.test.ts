import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Terminal } from "@byhand/conformance"
import { describe, expect, it } from "vitest"
import { type Home, ran } from "./support/home.ts"
import { newHome } from "./support/new-home.ts"

const reviewed = "steward run --prompt 'Do it' --replay tasks/primes.json"
const asks = "steward run --prompt 'Do it' --review none --replay tasks/asks.json"
const mark = /> $/
const enter = "\r"

/** Types a line at the next mark, which is only drawn when what was typed before is gone. */
async function reply(terminal: Terminal, text: string): Promise<void> {
  await terminal.waitFor(mark)
  terminal.type(text + enter)
  // The mark is behind the reply now: the next one is another one.
  await terminal.waitFor((text === "" ? ">" : text) + "\n")
}

const session = (home: Home) => readdirSync(home.home).find((name) => name.startsWith("S-")) ?? ""
const confirmations = (home: Home) =>
  home.events(session(home)).filter(({ kind }) => kind === "ACCEPT_CURRENT")

describe.concurrent("at a terminal, steward", () => {
  it("asks the person at both gates, says by whom they were confirmed, and gives the result", async () => {
    const home = newHome()
    const terminal = home.terminal(reviewed)
    await terminal.waitFor("| List every prime number below 20 in ascending order")
    await reply(terminal, "/confirm")
    await terminal.waitFor("| 3. Count what is left: there are eight primes below 20.")
    await reply(terminal, "yes")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    expect(terminal.screen).toMatch(/^2 3 5 7 11 13 17 19$/m)
    expect(terminal.screen).not.toContain('{"ok"')
    expect(confirmations(home).map(({ payload }) => payload["by"])).toEqual(["terminal", "terminal"])
  })

  it("asks for the prompt, and for what the task lacks, and goes on with the answer", async () => {
    const home = newHome()
    const terminal = home.terminal("steward run --review none --replay tasks/asks.json")
    await terminal.waitFor("What is to be done?")
    await reply(terminal, "Write the sign")
    await terminal.waitFor("| What is the room behind the door? The sign needs its name.")
    await reply(terminal, "the library")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    expect(terminal.screen).toMatch(/^LIBRARY\. Please speak softly\.$/m)
    const events = home.events(session(home))
    expect(events.find(({ kind }) => kind === "TURN_OPENED")?.payload["request"]).toBe("Write the sign")
    expect(events.find(({ kind }) => kind === "ANSWER_ACCEPTED")?.payload).toMatchObject({
      answer: "the library",
      by: "terminal"
    })
  })

  it("asks once more for the answer that a session waits for", async () => {
    const home = newHome()
    const paused = ran(await home.shell(`${asks} </dev/null`))
    const terminal = home.terminal(`${paused.result.resume?.command}`)
    await terminal.waitFor("| What is the room behind the door?")
    await reply(terminal, "/cancel")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    const accepted = home.events(session(home)).find(({ kind }) => kind === "ANSWER_ACCEPTED")
    expect(accepted?.payload).toMatchObject({ answer: "/cancel", by: "terminal" })
    const late = home.terminal(`steward answer ${session(home)}`)
    expect(await late.ended).toEqual({ exitCode: 4 })
    expect(late.screen).toContain('"code":"SESSION_NOT_WAITING"')
  })

  it("takes nothing for a confirmation that was typed before the gate was shown", async () => {
    const home = newHome()
    const terminal = home.terminal(reviewed)
    terminal.type("/confirm\r/confirm\ryes\r")
    await terminal.waitFor(mark)
    terminal.type("\u0004")
    expect(await terminal.ended).toEqual({ exitCode: 2 })
    expect(confirmations(home)).toEqual([])
  })

  const ways = [
    { how: "Ctrl-C", exit: 130, end: (terminal: Terminal) => terminal.type("\u0003") },
    { how: "Ctrl-D", exit: 2, end: (terminal: Terminal) => terminal.type("\u0004") },
    { how: "/quit", exit: 2, end: (terminal: Terminal) => terminal.enter("/quit") },
    { how: "SIGTERM", exit: 143, end: undefined }
  ]
  it.each(ways)("ends with $exit on $how at a gate, and gives the terminal back as it was", async (way) => {
    const home = newHome()
    const terminal = home.terminal(
      `before=$(stty -g); ${reviewed}; code=$?; [ "$(stty -g)" = "$before" ] && echo "as it was, code $code"`
    )
    await terminal.waitFor(mark)
    if (way.end === undefined) process.kill(supervisorOf(home), "SIGTERM")
    else way.end(terminal)
    await terminal.ended
    expect(terminal.screen).toContain(`as it was, code ${way.exit}`)
    expect(confirmations(home)).toEqual([])
  })

  it("stops with Ctrl-Z, and asks again when it is brought back", async () => {
    const home = newHome()
    const { folder: cwd, env } = home
    const terminal = Terminal.start(["bash", "--norc", "--noediting", "-i"], {
      cwd,
      env: { ...env, PS1: "shell: " },
      columns: 200
    })
    await terminal.waitFor("shell: ")
    terminal.enter(reviewed)
    await terminal.waitFor(mark)
    terminal.type("\u001a")
    await terminal.waitFor(/Stopped/)
    const from = terminal.raw.length
    terminal.enter("fg")
    await terminal.waitFor(mark, { from })
    terminal.type("/cancel\r")
    await terminal.waitFor("[headless halt] Session ended with stage 'CLOSED_CANCELLED'")
    terminal.enter("exit")
    await terminal.ended
  })

  it("shows what it does and for how long on one line of stderr, and leaves nothing of it behind", async () => {
    const home = newHome()
    const terminal = home.terminal(
      "steward run --prompt 'Do it' --review none --replay tasks/slow.json --timeout 2.5 </dev/null"
    )
    expect(await terminal.ended).toEqual({ exitCode: 4 })
    expect(terminal.raw).toContain("EXECUTION_READY: EXECUTE, 0 s")
    // A busy machine may pass over a second, not over both.
    expect(terminal.raw).toMatch(/EXECUTION_READY: EXECUTE, [12] s/)
    expect(terminal.screen).not.toContain("EXECUTE, ")
    expect(terminal.screen).toContain('"code":"RUN_TIMEOUT"')
  })

  it("says which attempt it is at", async () => {
    const home = newHome()
    const terminal = home.terminal(
      "steward run --prompt 'Do it' --review none --replay tasks/repaired.json </dev/null"
    )
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    expect(terminal.raw).toContain("EXECUTION_READY: EXECUTE, 0 s")
    expect(terminal.raw).toContain("EXECUTION_READY: REPAIR, attempt 2, 0 s")
  })

  it("says in words how to go on with a run that nobody was there to answer", async () => {
    const home = newHome()
    const terminal = home.terminal(`${asks} </dev/null`)
    expect(await terminal.ended).toEqual({ exitCode: 3 })
    expect(terminal.screen.replaceAll("\n", "")).toContain(
      `Give the answer, on the command line or on stdin: steward answer ${session(home)} --replay`
    )
  })

  it("writes the envelope to a stdout that is no terminal, and asks all the same", async () => {
    const home = newHome()
    const terminal = home.terminal(`${reviewed} >out.json`)
    await reply(terminal, "/confirm")
    await reply(terminal, "/cancel")
    expect(await terminal.ended).toEqual({ exitCode: 1 })
    const stdout = readFileSync(join(home.folder, "out.json"), "utf8")
    const { result } = ran({ stdout, stderr: "", exitCode: 1, signal: null, durationMs: 0 })
    expect(result.closure).toBe("CLOSED_CANCELLED")
  })

  it.each([
    { where: "stderr is no terminal", line: `${reviewed} 2>err.log` },
    { where: "it is not to ask", line: `${reviewed} --non-interactive` },
    { where: "stdin is no terminal", line: `${reviewed} </dev/null` }
  ])("asks nobody where $where: exit 2, and the gate is on stdout", async ({ line }) => {
    const home = newHome()
    const terminal = home.terminal(line)
    terminal.type("/confirm\r")
    expect(await terminal.ended).toEqual({ exitCode: 2 })
    expect(terminal.screen).toContain("List every prime number below 20")
    expect(confirmations(home)).toEqual([])
  })

  it("escapes what a model wrote, so that it neither acts on the terminal nor hides", async () => {
    const home = newHome()
    const taped = readFileSync(join(home.folder, "tasks/primes.json"), "utf8")
    const hidden = "Delete\\u001b[2J\\u202e nothing"
    writeFileSync(join(home.folder, "hidden.json"), taped.replace("List every prime number", hidden))
    const terminal = home.terminal("steward run --prompt 'Do it' --replay hidden.json")
    await terminal.waitFor(mark)
    expect(terminal.screen).toContain("| Delete\\u{1b}[2J\\u{202e} nothing below 20")
    terminal.type("\u0003")
    expect(await terminal.ended).toEqual({ exitCode: 130 })
  })
})

/** The process that leads a run: the parent of the one that has the session. */
function supervisorOf(home: Home): number {
  const owners = join(home.home, session(home), "owners")
  const [record = ""] = readdirSync(owners).filter((name) => /^\d+$/.test(name))
  const { pid } = JSON.parse(readFileSync(join(owners, record), "utf8")) as { pid: number }
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])
}
