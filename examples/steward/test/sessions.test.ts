import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { ran, tape } from "./support/home.ts"
import { newHome, unreviewed } from "./support/new-home.ts"
import { performed, ranAs } from "./support/performed.ts"

/** Runs a task in a new home, to where its session waits for input. */
async function asking(name: string) {
  const home = newHome()
  const { exitCode, result } = await home.run([...unreviewed, ...tape(name)])
  expect([exitCode, result.question?.body]).toEqual([3, expect.any(String)])
  return { home, id: result.session_id ?? "", command: result.resume?.command ?? "" }
}

let asked: Awaited<ReturnType<typeof asking>>
beforeAll(async () => {
  asked = await asking("asks")
})

/** A home with a copy of the one session that waits for input. */
function waiting() {
  const { home: from, ...session } = asked
  const home = newHome()
  cpSync(from.home, home.home, { recursive: true })
  return { home, ...session }
}

describe.concurrent("a session that waits for input", () => {
  it("goes on in another process with the hint's own command, and the answer beside the request", async () => {
    const { home, id, command } = waiting()
    const answered = ran(await home.shell(command, { stdin: "the library\n" }))
    expect([answered.exitCode, answered.result.deliverable?.text]).toEqual([
      0,
      "LIBRARY. Please speak softly."
    ])
    expect(home.events(id).find(({ kind }) => kind === "ANSWER_ACCEPTED")?.payload).toMatchObject({
      answer: "the library",
      by: "stdin"
    })
    // The same answer, without its line terminator, and with nobody to ask: its ending is told once more.
    const later = [
      ["answer", id, "the library"],
      ["answer", id, "the kitchen"],
      ["resume", id]
    ]
    const [again, other, told] = (await performed(home, later)).map(ranAs)
    expect(again?.envelope).toEqual(answered.envelope)
    expect([other?.exitCode, other?.envelope.error?.code]).toEqual([4, "ANSWER_CONFLICT"])
    expect(told?.envelope).toEqual(answered.envelope)
    expect(home.count(id, "OUTCOME_RECORDED")).toBe(2)
  })

  it("takes an answer as it is: a command is no command in it", async () => {
    const { home, id } = waiting()
    const answered = await home.run(["answer", id, "/cancel", ...tape("asks")])
    expect([answered.exitCode, answered.result.closure]).toEqual([0, "CLOSED_SUCCESS"])
    expect(home.events(id).find(({ kind }) => kind === "ANSWER_ACCEPTED")?.payload["answer"]).toBe("/cancel")
  })

  it("lets one of two answers win that are given at once", async () => {
    const { home, id } = waiting()
    const answers = ["the library", "the kitchen"].map((text) =>
      home.run(["answer", id, text, ...tape("asks")])
    )
    const ends = (await Promise.all(answers)).map(
      ({ exitCode, envelope }) => envelope.error?.code ?? exitCode
    )
    expect(ends.toSorted()).toEqual([0, "ANSWER_CONFLICT"])
    expect(home.count(id, "ANSWER_ACCEPTED")).toBe(1)
  })

  it("is asked again, and names answer to whoever brings a new request; a line of resume answers as well", async () => {
    const { home, id } = await asking("asks-twice")
    const next = [
      ["answer", id, "Friday", ...tape("asks-twice")],
      [...unreviewed, "--session", id, ...tape("asks-twice")]
    ]
    const [second, refused] = (await performed(home, next)).map(ranAs)
    expect([second?.exitCode, second?.result.question?.body]).toEqual([3, "For how many guests?"])
    expect([refused?.exitCode, refused?.envelope.error?.code]).toEqual([4, "SESSION_PAUSED"])
    expect(refused?.envelope.error?.message).toContain("Give it the answer with answer")
    // Two lines: the first one answers, and the second has nothing to decide.
    const resumed = await home.run(["resume", id, ...tape("asks-twice")], { stdin: "4\n/cancel\n" })
    expect([resumed.exitCode, resumed.result.deliverable?.text]).toEqual([
      0,
      "A table for four on Friday, please."
    ])
    expect(home.count(id, "ANSWER_ACCEPTED")).toBe(2)
  })

  it("is given up by cancel, once: it is 1, is told again, and takes no answer", async () => {
    const { home, id } = waiting()
    const cancelled = await home.run(["cancel", id])
    expect([cancelled.exitCode, cancelled.result.closure]).toEqual([1, "CLOSED_CANCELLED"])
    const later = [
      ["cancel", id],
      ["answer", id, "blue", ...tape("asks")]
    ]
    const [again, late] = (await performed(home, later)).map(ranAs)
    expect(again?.envelope).toEqual(cancelled.envelope)
    expect([late?.exitCode, late?.envelope.error?.code]).toEqual([4, "SESSION_NOT_WAITING"])
  })
})

describe.concurrent("a session whose turn is closed", () => {
  it("takes the next request as its next turn, in the same workspace", async () => {
    const home = newHome()
    const first = await home.run([...unreviewed, ...tape("two-turns")])
    const id = first.result.session_id ?? ""
    const second = await home.run([...unreviewed, "--session", id, ...tape("two-turns")])
    expect([second.exitCode, second.result.turn_id, second.result.deliverable?.text]).toEqual([
      0,
      "turn_002",
      "Navy"
    ])
    const opened = home.events(id).filter(({ kind }) => kind === "TURN_OPENED")
    expect(opened.map(({ payload }) => payload["previous"])).toEqual([null, "turn_001"])
    expect(new Set(opened.map(({ payload }) => payload["workspace_id"])).size).toBe(1)
    const shown = JSON.parse((await home.piped(["show", id, "--verify"])).stdout) as { data: object }
    expect(shown.data).toMatchObject({ turn_id: "turn_002", closure: "CLOSED_SUCCESS", go_on: "run" })
  })

  it("by a refusal takes the next one in a new workspace, with nothing of the refused request", async () => {
    const home = newHome()
    const first = await home.run([...unreviewed, ...tape("refused-policy-scope")])
    const id = first.result.session_id ?? ""
    writeFileSync(
      join(home.folder, "then.json"),
      JSON.stringify({
        turns: [
          {},
          {
            ACTIVATION: [{ reply: { route: "BYPASS" } }],
            ANSWER_QUESTION: [{ reply: { kind: "ANSWER", body: "Hello." } }]
          }
        ]
      })
    )
    const second = await home.run([...unreviewed, "--session", id, "--replay", "then.json"])
    expect([second.exitCode, second.result.closure, second.result.turn_id]).toEqual([
      0,
      "DIRECT_ANSWER",
      "turn_002"
    ])
    const opened = home.events(id).filter(({ kind }) => kind === "TURN_OPENED")
    expect(opened.map(({ payload }) => payload["previous"])).toEqual([null, null])
    expect(new Set(opened.map(({ payload }) => payload["workspace_id"])).size).toBe(2)
  })

  it("starts nothing with the lines that are left", async () => {
    const home = newHome()
    const lines = "/confirm\n/confirm\n/confirm\nand now write a poem\n"
    const { exitCode, result } = await home.run(["run", "--prompt", "Do it", ...tape("primes")], {
      stdin: lines
    })
    expect([exitCode, result.turn_id, result.usage.calls]).toEqual([0, "turn_001", 5])
    const id = result.session_id ?? ""
    expect(home.count(id, "TURN_OPENED")).toBe(1)
    const confirmed = home.events(id).filter(({ kind }) => kind === "ACCEPT_CURRENT")
    expect(confirmed.map(({ payload }) => payload["by"])).toEqual(["stdin", "stdin"])
  })

  it("shows in exit 6 that a file beside the log was changed, and is as it was once it is opened again", async () => {
    const home = newHome()
    const { result } = await home.run([...unreviewed, ...tape("repaired")])
    const id = result.session_id ?? ""
    const file = join(home.home, id, "current.md")
    writeFileSync(file, "something else\n")
    const shown = await home.piped(["show", id, "--verify"])
    expect([shown.exitCode, JSON.parse(shown.stdout)]).toMatchObject([
      6,
      { error: { code: "SESSION_DIFFERS", context: { differing: ["current.md"] } } }
    ])
    await home.run(["resume", id])
    expect((await home.piped(["show", id, "--verify"])).exitCode).toBe(0)
  })

  it("that does not exist is 5 to show, and the list is a list of what there is", async () => {
    const home = newHome()
    const { result } = await home.run([...unreviewed, ...tape("direct-answer")])
    const shown = await home.piped(["show", "S-000000000000"])
    expect([shown.exitCode, JSON.parse(shown.stdout)]).toMatchObject([
      5,
      { error: { code: "SESSION_UNKNOWN" } }
    ])
    const listed = await home.piped(["sessions"])
    expect(JSON.parse(listed.stdout)).toMatchObject({
      meta: { contract: "command", exit_code: 0 },
      data: { sessions: [{ session_id: result.session_id, closure: "DIRECT_ANSWER", go_on: "run" }] }
    })
  })
})
