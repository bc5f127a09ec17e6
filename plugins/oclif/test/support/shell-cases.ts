import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { personMark, Terminal } from "@byhand/conformance"
import type { GateHost } from "./gate-host.ts"

/** What a stream of a program is connected to. */
export type Kind = "terminal" | "pipe" | "file" | "/dev/null" | "closed"
export const kinds: readonly Kind[] = ["terminal", "pipe", "file", "/dev/null", "closed"]

/** One start of the CLI by a shell on a terminal; streams that are not named are the terminal. */
export interface ShellCase {
  readonly args: readonly string[]
  readonly stdin?: Kind
  readonly stdout?: Kind
  readonly stderr?: Kind
  /** Each `NAME=value`. */
  readonly variables?: readonly string[]
}

export interface ShellResult {
  /** The mark stood on the terminal. */
  readonly asked: boolean
  readonly exit: number
  readonly deeds: readonly string[]
  /** What stdout and stderr got, where they were a pipe or a file. */
  readonly out: string | undefined
  readonly err: string | undefined
}

/**
 * Runs the cases one after the other in one shell on one terminal, and types the answer wherever a mark appears.
 *
 * A pipe and a file of stdin hold the answer `D-1`.
 */
export async function runInShell(
  host: GateHost,
  cases: readonly ShellCase[],
  answer: string
): Promise<readonly ShellResult[]> {
  const cwd = mkdtempSync(join(host.root, "shell-"))
  writeFileSync(join(cwd, "answer"), "D-1\n")
  const script = cases.map((one, index) => line(one, index, host)).join("\n")
  const terminal = Terminal.start(["bash", "-c", script], { cwd, env: host.run().env })
  const results: ShellResult[] = []
  let from = 0
  try {
    for (const index of cases.keys()) {
      const done = `done ${index}\n`
      const seen = await terminal.waitFor(new RegExp(`(?:^|\n)${personMark}$|${done}`, "u"), { from })
      const asked = !seen.includes(done)
      from = terminal.raw.length
      if (asked) {
        terminal.enter(answer)
        await terminal.waitFor(done, { from })
        from = terminal.raw.length
      }
      const read = (ending: string) => textAt(join(cwd, `${index}.${ending}`))
      const deeds = read("deeds")?.split("\n").filter(Boolean) ?? []
      results.push({ asked, exit: Number(read("exit")), deeds, out: read("out"), err: read("err") })
    }
  } finally {
    terminal.hangUp()
  }
  await terminal.ended
  return results
}

function line(
  { args, stdin = "terminal", stdout = "terminal", stderr = "terminal", variables = [] }: ShellCase,
  index: number,
  host: GateHost
) {
  const redirections = [
    { terminal: "", pipe: "", file: "<answer", "/dev/null": "</dev/null", closed: "<&-" }[stdin],
    { terminal: "", pipe: "", file: `>${index}.out`, "/dev/null": ">/dev/null", closed: ">&-" }[stdout],
    {
      terminal: "",
      pipe: `2>${index}.pipe`,
      file: `2>${index}.err`,
      "/dev/null": "2>/dev/null",
      closed: "2>&-"
    }[stderr]
  ]
  const words = ["env", `GATE_DEEDS=${index}.deeds`, ...variables, ...host.command("launched", args)]
  const run = [...words.map((word) => `'${word}'`), ...redirections].join(" ")
  const [reader, read] =
    stderr === "pipe"
      ? [`mkfifo ${index}.pipe; cat <${index}.pipe >${index}.err & reader=$!; `, "wait $reader; "]
      : ["", ""]
  const group = `{ ${reader}${run}; exit=$?; ${read}echo $exit >${index}.exit; }`
  return `${stdin === "pipe" ? "cat answer | " : ""}${group}${stdout === "pipe" ? ` | cat >${index}.out` : ""}; echo 'done ${index}'`
}

function textAt(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined
}
