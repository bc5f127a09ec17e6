import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Told } from "../src/messages.ts"
import { Home, ran, tape } from "./support/home.ts"
import { performed, ranAs } from "./support/performed.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const words = (cell: string) => [...cell.matchAll(/`([^`]*)`/g)].map(([, word = ""]) => word)

/** The rows of the table of tasks. */
const rows = [...readme.matchAll(/^\| `([\w-]+)\.json` +\|([^|]*)\|([^|]*)\| (\d+) +\| (.*?) +\|$/gm)].map(
  ([, task = "", options = "", lines = "", exit = "", shows = ""]) => ({
    task,
    options: words(options).join(" "),
    lines: words(lines),
    exit: Number(exit),
    shows
  })
)

const home = new Home()
afterAll(() => home.remove())

describe("the tasks of the README", () => {
  it("are at least twelve, reach every exit but those of a signal, and are all there", () => {
    const files = readdirSync(new URL("../tasks", import.meta.url)).map((file) => file.replace(".json", ""))
    expect([...new Set(rows.map(({ task }) => task))].toSorted()).toEqual(files.toSorted())
    expect(files.length).toBeGreaterThanOrEqual(12)
    expect([...new Set(rows.map(({ exit }) => exit))].toSorted()).toEqual([0, 1, 2, 3, 4, 5])
  })

  /** What a process of its own shows: lines on its stdin, and each exit. */
  const started = rows.filter(
    (row, at) => row.lines.length > 0 || rows.findIndex(({ exit }) => exit === row.exit) === at
  )
  it.concurrent.each(started)("$task: $shows ($exit)", async ({ task, options, lines, exit }) => {
    const line = `steward run --prompt 'Do it' --replay tasks/${task}.json ${options} 2>/dev/null; echo $?`
    const stdin = lines.map((text) => `${text}\n`).join("")
    const { stdout } = await home.shell(line, { stdin })
    const [, document = "", code = ""] = /^(.*\n)(\d+)\n$/s.exec(stdout) ?? []
    expect(Number(code), stdout).toBe(exit)
    const { result } = ran({ stdout: document, stderr: "", exitCode: exit, signal: null, durationMs: 0 })
    expect(result.resume === null).toBe(result.closure !== null)
  })

  const others = rows.filter((row) => !started.includes(row)).map((row, at) => ({ ...row, at }))
  let told: readonly Told[] = []
  beforeAll(async () => {
    const calls = others.map(({ task, options }) => {
      return ["run", "--prompt", "Do it", ...tape(task), ...options.split(" ").filter(Boolean)]
    })
    told = await performed(home, calls)
  })
  it.each(others)("$task: $shows ($exit is to be the exit)", ({ exit, at }) => {
    const { result } = ranAs(told[at]!)
    expect(result.exit_code).toBe(exit)
    expect(result.resume === null).toBe(result.closure !== null)
  })
})
