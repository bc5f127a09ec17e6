import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { afterAll, describe, expect, it } from "vitest"
import {
  HarnessFailure,
  harnessError,
  javascript,
  type Language,
  type Program,
  type ProgramRun,
  python,
  Sandbox,
  type SandboxOptions
} from "../../src/index.ts"

const mebibyte = 1_048_576
const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"))
const log = join(elsewhere, "events.jsonl")
writeFileSync(log, "{}\n")
afterAll(() => rmSync(elsewhere, { recursive: true }))

function program(content: string, language = "javascript"): Program {
  const entry = language === "python" ? "main.py" : "main.js"
  return { role: "solver", language, entry, files: [{ path: entry, content }] }
}

function running(
  given: Program,
  options: Partial<SandboxOptions> = {},
  stdin: string | null = null,
  started: (pid: number) => Effect.Effect<void, HarnessFailure> = () => Effect.void
) {
  const layer = Sandbox.layer({ languages, ...options })
  const run = Sandbox.use((sandbox) => sandbox.run(given, stdin, ({ pid }) => started(pid)))
  return Effect.provide(run, layer)
}

const run = (...given: Parameters<typeof running>): Promise<ProgramRun> =>
  Effect.runPromise(running(...given))

const snake = python()
const languages: readonly Language[] = snake === undefined ? [javascript] : [javascript, snake]
const leftOver = () => readdirSync(tmpdir()).filter((name) => name.startsWith("program-"))

/** What a program may not do, each written so that it prints what it got, and exits with 3 when it was refused. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  javascript: {
    "read the session's log": `console.log(require("fs").readFileSync(${JSON.stringify(log)}, "utf8"))`,
    "read above its folder": 'console.log(require("fs").readFileSync("../../etc/passwd", "utf8"))',
    "read through a link":
      'require("fs").symlinkSync("/etc/passwd", "l"); console.log(require("fs").readFileSync("l", "utf8"))',
    "write outside its folder": `require("fs").writeFileSync(${JSON.stringify(join(elsewhere, "written"))}, "x")`,
    "start a process":
      'const { error, stdout } = require("child_process").spawnSync("id"); if (error) throw error; console.log(String(stdout))',
    "fork itself": 'require("child_process").fork(__filename)',
    "start a thread": 'new (require("worker_threads").Worker)("1", { eval: true })',
    "signal its host": "process.kill(process.ppid, 'SIGKILL')",
    "load native code": 'process.dlopen({ exports: {} }, "/lib/x.node")',
    "open a debugger": 'require("inspector").open(0)'
  },
  python: {
    "read the session's log": `print(open(${JSON.stringify(log)}).read())`,
    "read above its folder": 'print(open("../../etc/passwd").read())',
    "read through a link": 'import os\nos.symlink("/etc/passwd", "l")\nprint(open("l").read())',
    "write outside its folder": `open(${JSON.stringify(join(elsewhere, "written"))}, "w").write("x")`,
    "start a process": 'import subprocess\nprint(subprocess.run(["id"], capture_output=True).stdout)',
    "fork itself": "import os\nos.fork()",
    "start a shell": 'import os\nos.system("id")',
    "signal its host": "import os\nos.kill(os.getppid(), 9)",
    "load native code": "import ctypes\nctypes.CDLL(None)",
    "replace itself": 'import os\nos.execv("/bin/sh", ["sh", "-c", "id"])'
  }
}

describe.each(languages.map(({ name }) => name))("a program in %s", (language) => {
  it.concurrent("prints what it computes, with an exit code of its own", async () => {
    const computes = {
      javascript: 'console.log(6 * 7); console.error("done"); process.exitCode = 9',
      python: 'import sys\nprint(6 * 7)\nprint("done", file=sys.stderr)\nsys.exit(9)'
    }[language]
    const ended = await run(program(computes ?? "", language))
    expect(ended).toMatchObject({ exit_code: 9, signal: null, limit: null, stdout: "42\n", stderr: "done\n" })
  })

  it.concurrent("gets the end of its input at once when it waits for some", async () => {
    const reads = {
      javascript: 'console.log(require("fs").readFileSync(0, "utf8").length)',
      python: "import sys\nprint(len(sys.stdin.read()))"
    }[language]
    expect(await run(program(reads ?? "", language))).toMatchObject({ exit_code: 0, stdout: "0\n" })
    expect(await run(program(reads ?? "", language), {}, "é!")).toMatchObject({
      exit_code: 0,
      stdout: "2\n"
    })
  })

  it.concurrent("has its folder, and what it wrote there is gone afterwards", async () => {
    const writes = {
      javascript:
        'const fs = require("fs"); fs.writeFileSync("x", "1"); console.log(process.cwd(), fs.readFileSync("x", "utf8"))',
      python: 'import os\nopen("x", "w").write("1")\nprint(os.getcwd(), open("x").read())'
    }[language]
    const { stdout, stderr } = await run(program(writes ?? "", language))
    const [folder, read] = stdout.trim().split(" ")
    expect(read, stderr).toBe("1")
    expect(existsSync(folder as string)).toBe(false)
  })

  it.concurrent("sees no variable of the host that is not listed", async () => {
    const shows = {
      javascript: "console.log(Object.keys(process.env).sort().join())",
      python: "import os\nprint(','.join(sorted(os.environ)))"
    }[language]
    const seen = (await run(program(shows ?? "", language), { environment: ["PATH"] })).stdout
      .trim()
      .split(",")
    expect(seen.filter((name) => !name.startsWith("LC_"))).toEqual([
      "BYHAND_PROGRAM",
      "HOME",
      "PATH",
      "TMPDIR"
    ])
  })

  it.concurrent.each(Object.entries(refused[language] ?? {}))("may not %s", async (_, source) => {
    const ended = await run(program(source, language))
    expect([ended.stdout, ended.limit, existsSync(join(elsewhere, "written"))]).toEqual(["", null, false])
    expect(ended.exit_code, ended.stderr).toBeGreaterThan(0)
  })

  it.concurrent("is ended when it takes too long", async () => {
    const loops = { javascript: "for (;;);", python: "while True: pass" }[language]
    const ended = await run(program(loops ?? "", language), { limits: { timeMs: 700 } })
    expect(ended).toMatchObject({ exit_code: null, signal: "SIGKILL", limit: "time" })
  })

  it.concurrent("is ended when it has 600 MB of memory", async () => {
    const hoards = {
      javascript: `const kept = []; for (let at = 0; at < 60; at++) kept.push(Buffer.alloc(10 * ${mebibyte}, 1)); console.log("kept", kept.length)`,
      python: `kept = [bytes([1]) * (10 * ${mebibyte}) for _ in range(60)]\nprint("kept", len(kept))`
    }[language]
    const ended = await run(
      program(`${hoards ?? ""}${language === "python" ? "\nwhile True: pass" : "; for (;;);"}`, language)
    )
    expect(ended).toMatchObject({ exit_code: null, signal: "SIGKILL", limit: "memory" })
  })

  it.concurrent("is ended when it floods its output, which is cut", async () => {
    const floods = {
      javascript: 'const write = () => { process.stdout.write("x".repeat(65536), write) }; write()',
      python: 'import sys\nwhile True: sys.stdout.write("x" * 65536)'
    }[language]
    const ended = await run(program(floods ?? "", language), { limits: { outputBytes: 100_000 } })
    expect(ended).toMatchObject({ exit_code: null, signal: "SIGKILL", limit: "output" })
    expect(ended.stdout).toHaveLength(100_000)
  })

  it("runs not one instruction before its process is on record, and none when that fails", async () => {
    const writes = { javascript: 'console.log("ran")', python: 'print("ran")' }[language] ?? ""
    const error = new HarnessFailure(harnessError({ code: "DISK_FULL", message: "No room is left." }))
    let pid = 0
    const failing = running(program(writes, language), {}, null, (started) => {
      pid = started
      return Effect.andThen(Effect.sleep(300), Effect.fail(error))
    })
    expect(await Effect.runPromise(Effect.flip(failing))).toBe(error)
    expect(() => process.kill(pid, 0)).toThrow("ESRCH")
    const late = await run(program(writes, language), {}, null, (started) => {
      pid = started
      return Effect.sleep(200)
    })
    expect([late.stdout, pid > 0]).toEqual(["ran\n", true])
  })
})

describe("a sandbox", () => {
  it("ends the program and leaves no folder when it is interrupted", async () => {
    const before = leftOver().length
    let pid = 0
    const fiber = Effect.runFork(
      running(program("for (;;);"), {}, null, (started) => {
        pid = started
        return Effect.void
      })
    )
    await expect.poll(() => pid, { interval: 5, timeout: 20_000 }).toBeGreaterThan(0)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect(() => process.kill(pid, 0)).toThrow("ESRCH")
    expect(leftOver().length).toBeLessThanOrEqual(before)
  })

  it.skipIf(process.platform !== "linux")("ends what left its program's group too", async () => {
    const shell: Language = {
      name: "shell",
      command: (folder, { entry }) => ({
        file: "/bin/sh",
        args: ["-c", `read x <&3; setsid sleep 60 >/dev/null 2>&1 & . ${folder}/${entry}`]
      }),
      constants: async () => ({ values: [], printed: [] })
    }
    const given = { ...program("sleep 0.2; echo done"), language: "shell" }
    const ended = await run(given, { languages: [shell], environment: ["PATH"] }, null)
    expect(ended.exit_code).toBe(0)
    const left = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout
    expect(left.split("\n").filter((line) => line.trim() === "sleep 60")).toEqual([])
  })

  it("fails when a program cannot be started at all", async () => {
    const gone: Language = {
      name: "gone",
      command: () => ({ file: "/nowhere/at/all", args: [] }),
      constants: async () => ({ values: [], printed: [] })
    }
    const exit = await Effect.runPromiseExit(
      running({ ...program(""), language: "gone" }, { languages: [gone] })
    )
    const failure = Exit.isFailure(exit) ? await Effect.runPromise(Effect.flip(exit)) : undefined
    expect(failure?.error).toMatchObject({
      code: "PROGRAM_NOT_STARTED",
      operation: "RUN_PROGRAM",
      retryable: true
    })
  })

  it("runs modules of both kinds, over several files", async () => {
    const files = [
      { path: "main.js", content: 'import { six } from "./lib/six.mjs"; console.log(six * 7)' },
      { path: "lib/six.mjs", content: "export const six = 6" }
    ]
    expect((await run({ ...program(""), files })).stdout).toBe("42\n")
  })

  it("finds no python where there is none", () => {
    expect(python("/nowhere")).toBeUndefined()
    expect(readFileSync(log, "utf8")).toBe("{}\n")
  })
})
