import { execFile, execFileSync } from "node:child_process"
import { accessSync, constants as modes } from "node:fs"
import { delimiter, join } from "node:path"
import type { JsonValue } from "@byhand/envelope"
import { jsonOf } from "./json-of.ts"
import type { Constants, Language } from "./language.ts"
import type { ProgramFile } from "./program.ts"
import { findConstants, gate } from "./python-source.ts"

/**
 * Programs for Python 3, when the host has one. An audit hook refuses to read or write outside the program's folder, to start
 * a process, to signal one, and to load native code. It is weaker than Node's permission model: Python's own documentation
 * says that a hook is no sandbox. It does not keep a program from the network.
 *
 * @param path - the folders that are looked through for a `python3`: PATH's if left out
 * @returns the language, or undefined when there is no `python3`. It never throws, and starts nothing.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { javascript, python, Sandbox } from "@byhand/headless"
 * const languages = [javascript, python()].filter((language) => language !== undefined)
 * export const layer = Sandbox.layer({ languages })
 * ```
 */
export function python(path = process.env["PATH"] ?? ""): Language | undefined {
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, "python3"))
    .find(isExecutable)
  if (found === undefined) return undefined
  let interpreter: string | undefined
  const file = () => (interpreter ??= interpreterOf(found))
  return {
    name: "python",
    // Isolated, and without the packages of this machine.
    command: (folder, { entry }) => ({
      file: file(),
      args: [...isolated, gate, folder, `${folder}/${entry}`]
    }),
    constants: (files) => constantsOf(file(), files)
  }
}

const isolated = ["-I", "-S", "-B", "-c"]

/**
 * What is called python3 may be a script that starts another one, and a program is started without a shell. It is asked when
 * the first program is there; one that does not answer cannot start a program either, and the failure of that says more.
 */
function interpreterOf(file: string): string {
  try {
    const asked = ["-I", "-S", "-c", "import sys; print(sys.executable)"]
    const said = execFileSync(file, asked, {
      encoding: "utf8",
      timeout: 10_000,
      stdio: ["ignore", "pipe", "ignore"]
    })
    return said.trim() === "" ? file : said.trim()
  } catch {
    return file
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, modes.X_OK)
    return true
  } catch {
    return false
  }
}

/** Python reads its own language best. The files are parsed, and nothing of them is run. */
function constantsOf(interpreter: string, files: readonly ProgramFile[]): Promise<Constants> {
  return new Promise((resolve) => {
    const options = { timeout: 10_000, maxBuffer: 64 * 1_048_576, env: {} }
    const child = execFile(interpreter, [...isolated, findConstants], options, (error, stdout) => {
      resolve((error === null ? (jsonOf(stdout) as Constants | undefined) : undefined) ?? none)
    })
    child.stdin?.on("error", () => {})
    child.stdin?.end(JSON.stringify(files.map(({ content }): JsonValue => content)))
  })
}

const none: Constants = { values: [], printed: [] }
