import { readdirSync, readFileSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { Home, ran } from "./support/home.ts"

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

  it.concurrent.each(rows)("$task: $shows ($exit)", async ({ task, options, lines, exit }) => {
    const line = `steward run --prompt 'Do it' --replay tasks/${task}.json ${options} 2>/dev/null; echo $?`
    const stdin = lines.map((text) => `${text}\n`).join("")
    const { stdout } = await home.shell(line, { stdin })
    const [, document = "", code = ""] = /^(.*\n)(\d+)\n$/s.exec(stdout) ?? []
    expect(Number(code), stdout).toBe(exit)
    const { result } = ran({ stdout: document, stderr: "", exitCode: exit, signal: null, durationMs: 0 })
    expect(result.resume === null).toBe(result.closure !== null)
  })
})
