// `npm run demo`: installs, builds, and shows the main job on the real example CLIs, step by step. Exit 0 only if every
// step ended as the contracts say.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isatty } from "node:tty"
import { fileURLToPath } from "node:url"
import { setup } from "./setup.mjs"

const bin = (name) => fileURLToPath(new URL(`../examples/${name}/bin/run.js`, import.meta.url))
const council = bin("council")
const asks = fileURLToPath(new URL("../examples/steward/tasks/asks.json", import.meta.url))
const home = mkdtempSync(join(tmpdir(), "byhand-demo-"))
const file = join(home, "decisions.json")
const env = { ...process.env, COUNCIL_HOME: home, STEWARD_HOME: join(home, "runs") }
const colour = isatty(1) && process.env.NO_COLOR === undefined
const bold = (text) => (colour ? `\u001B[1m${text}\u001B[0m` : text)
const dim = (text) => (colour ? `\u001B[2m${text}\u001B[0m` : text)
let step = 0
const broken = []

function heading(text) {
  step += 1
  console.log(`\n${bold(`${step}. ${text}`)}`)
}

function expect(what, holds) {
  console.log(`   ${holds ? "✓" : "✗"} ${what}`)
  if (!holds) broken.push(`step ${step}: ${what}`)
}

/** Runs a program as an agent does: no terminal, stdin empty. */
function called(name, args) {
  const words = args.map((word) => (/^[\w./:@-]+$/.test(word) ? word : `'${word}'`))
  console.log(dim(`   $ ${name} ${words.join(" ")} </dev/null`))
  const { status, stdout } = spawnSync(process.execPath, [bin(name), ...args], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8"
  })
  console.log(`   ${stdout.trim()}`)
  console.log(dim(`   exit ${status}`))
  return { exitCode: status, envelope: JSON.parse(stdout) }
}

const agent = (...args) => called("council", args)
const decision = (id) => JSON.parse(readFileSync(file, "utf8")).decisions.find((entry) => entry.id === id)

async function demo() {
  const { runAsPerson } = await import("@byhand/conformance")
  /** Plays the person on a real pseudo-terminal. */
  const played = async (answer, ...args) => {
    console.log(dim(`   (a pseudo-terminal plays the person here)`))
    const run = await runAsPerson(council, args, answer, { env })
    console.log(run.screen.trimEnd().replaceAll(/^/gm, "   │ "))
    console.log(dim(`   exit ${run.exitCode}`))
    return run
  }

  heading("An agent proposes a decision")
  const proposed = agent("decisions", "propose", "Move the office to the lake", "--id", "D-42")
  expect("proposing is open to an agent: exit 0", proposed.exitCode === 0 && proposed.envelope.ok === true)

  heading("The agent tries to approve it, with --yes")
  const before = readFileSync(file, "utf8")
  const refused = agent("--format", "json", "decisions", "approve", "D-42", "--yes")
  expect(
    "exit 4, PERSON_REQUIRED, not retryable",
    refused.exitCode === 4 &&
      refused.envelope.error.code === "PERSON_REQUIRED" &&
      refused.envelope.error.retryable === false
  )
  expect(
    "the suggestion hands the command to a person and names no flag",
    !refused.envelope.error.suggestion.includes("--")
  )
  expect("nothing is recorded", readFileSync(file, "utf8") === before)

  heading("What the agent could have read beforehand: the manifest entry")
  const { envelope } = agent("decisions", "approve", "--schema")
  const { requires_person: person, interactive, mcp } = envelope.data
  expect(
    "requires_person: true, interactive: true, mcp: false",
    person === true && interactive === true && mcp === false
  )

  heading("A person types something else")
  const mismatch = await played("D-24", "decisions", "approve", "D-42")
  expect("exit 4, and nothing is recorded", mismatch.exitCode === 4 && decision("D-42").status === "proposed")

  heading("A person approves it")
  const own = isatty(0) && isatty(1)
  let approvedExit
  if (own) {
    console.log("   It is your turn: this is your terminal. Type D-42 and press Enter.\n")
    approvedExit = spawnSync(process.execPath, [council, "decisions", "approve", "D-42"], {
      env,
      stdio: "inherit"
    }).status
    console.log(dim(`   exit ${approvedExit}`))
  } else approvedExit = (await played("D-42", "decisions", "approve", "D-42")).exitCode
  expect("exit 0", approvedExit === 0)

  heading("What changed on disk")
  const after = decision("D-42")
  console.log(JSON.stringify(after, null, 2).replaceAll(/^/gm, "   "))
  expect("the decision is approved, with an honest record of who was asked what", after.status === "approved")
}

/** The other contract: a run with no person at hand says with its exit code how it ended. */
function demoRun() {
  heading("A run without a person at hand lacks something, and asks instead of inventing it")
  const request = ["--prompt", "Write the sign for the new door", "--review", "none"]
  const paused = called("steward", ["run", ...request, "--replay", asks])
  const { question, resume } = paused.envelope.data
  expect(
    "exit 3, with the question and the command that answers it",
    paused.exitCode === 3 && question !== null
  )

  heading("The answer comes in another process, and the run goes on")
  const answered = called("steward", ["answer", resume.session_id, "the library", "--replay", asks])
  const { closure, deliverable } = answered.envelope.data
  expect(
    "exit 0, with a result that passed every check",
    answered.exitCode === 0 && closure === "CLOSED_SUCCESS" && deliverable.verified
  )
}

try {
  const exitCode = setup()
  if (exitCode !== 0) process.exitCode = exitCode
  else {
    await demo()
    demoRun()
    console.log(
      broken.length === 0
        ? `\n${bold("Every step ended as the contracts say.")}`
        : `\nNot as the contracts say:\n  ${broken.join("\n  ")}`
    )
    if (broken.length > 0) process.exitCode = 1
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
