import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { afterAll, describe, expect, it } from "vitest"
import { blocksOf } from "../../../test/docs/support/pages.ts"

const bin = fileURLToPath(new URL("../bin/run.js", import.meta.url))
const tasks = fileURLToPath(new URL("../tasks/", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "recipes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The programs that a recipe finds on its PATH: this steward, and enough of jq to read one path of a document.
const steward = `#!/bin/sh\nexec "${process.execPath}" "${bin}" "$@"\n`
const jq = `#!/usr/bin/env node
const { readFileSync } = require("node:fs")
const [, path, file] = process.argv.slice(2)
let value = JSON.parse(readFileSync(file, "utf8"))
for (const key of path.split(".").slice(1)) value = value?.[key]
console.log(value === undefined ? "null" : value)
`
// A run that somebody else stops: recipes have no business with how.
const stopped = (code: number) =>
  `#!/bin/sh\nprintf '{"data":{"resume":{"command":"steward resume S-1"}}}'\nexit ${code}\n`

function programs(name: string, runs: string): string {
  const root = mkdtempSync(join(folder, `${name}-`))
  writeFileSync(join(root, "steward"), runs, { mode: 0o755 })
  writeFileSync(join(root, "jq"), jq, { mode: 0o755 })
  return root
}

/** The recipes come last on their page. */
function blockOf(language: string): string {
  const found = blocksOf("docs/headless-in-ci.md").findLast((block) => block.language === language)
  if (found === undefined) throw new Error(`The page has no recipe in ${language}.`)
  return found.code
}

const shell = blockOf("sh")
const action = blockOf("yaml")
  .slice(blockOf("yaml").indexOf("run: |\n") + "run: |\n".length)
  .replaceAll(/^ {4}/gm, "")

const unreviewed = "--review none"
const cases = [
  { code: 0, task: "repaired.json", options: unreviewed, says: "done: CLOSED_SUCCESS", job: 0, notes: "" },
  {
    code: 1,
    task: "unreadable-attempts.json",
    options: unreviewed,
    says: "cancelled: nothing to use",
    job: 1,
    notes: "::error::The run was cancelled."
  },
  {
    code: 2,
    task: "primes.json",
    options: "",
    says: "to be reviewed: steward resume S-",
    job: 0,
    notes: "::notice::A review is due: steward resume S-"
  },
  {
    code: 3,
    task: "asks.json",
    options: unreviewed,
    says: "asks: ",
    job: 0,
    notes: "::notice::The run asks: "
  },
  {
    code: 4,
    task: "provider-rejects.json",
    options: unreviewed,
    says: "failed: PROVIDER_REJECTED_REQUEST",
    job: 1,
    notes: "::error::The harness failed: PROVIDER_REJECTED_REQUEST"
  },
  {
    code: 5,
    task: "negative-claim.json",
    options: unreviewed,
    says: "unverified: NEGATIVE_DECLARED",
    job: 0,
    notes: "::warning::The result is not verified: "
  },
  {
    code: 143,
    task: "primes.json",
    options: unreviewed,
    says: "stopped: steward resume S-1",
    job: 0,
    notes: "::warning::The run was stopped"
  },
  {
    code: 130,
    task: "primes.json",
    options: unreviewed,
    says: "stopped: steward resume S-1",
    job: 0,
    notes: "::warning::The run was stopped"
  }
] as const

async function runRecipe(
  script: string,
  command: readonly string[],
  { code, task, options }: (typeof cases)[number]
) {
  const place = programs(String(code), code >= 128 ? stopped(code) : steward)
  const file = join(place, "recipe.sh")
  writeFileSync(file, script)
  const replay = `--replay ${join(tasks, task)} ${options}`.trim()
  const env = {
    PATH: [place, process.env["PATH"]].join(delimiter),
    HOME: place,
    STEWARD_HOME: join(place, "home"),
    TASK: "Do it",
    STEWARD_OPTIONS: replay,
    GITHUB_OUTPUT: join(place, "output")
  }
  return runPiped([...command, file, ...replay.split(" ")], { env, cwd: place, timeoutMs: 120_000 })
}

describe("the recipe for a shell", () => {
  it.concurrent.each(cases)("handles $code", async (one) => {
    const { stdout, exitCode } = await runRecipe(shell, ["/bin/sh", "-e"], one)
    expect([stdout.startsWith(one.says), exitCode], stdout).toEqual([true, 0])
  })
})

describe("the recipe for GitHub Actions", () => {
  it.concurrent.each(cases)("handles $code", async (one) => {
    const { stdout, exitCode } = await runRecipe(
      action,
      ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
      one
    )
    expect([stdout.startsWith(one.notes), exitCode], stdout).toEqual([true, one.job])
  })
})
