import type { Language, ProgramCommand } from "./language.ts"
import type { Program, ProgramFile, ProgramLimits } from "./program.ts"

/**
 * Runs before the program: it waits until the host has the process on record, and takes away what Node's permission model
 * leaves, the ways to reach other processes.
 */
const gate = `
import { closeSync, readSync } from "node:fs"
let bytes = 0
try { bytes = readSync(3, Buffer.alloc(1)) } catch {}
if (bytes !== 1) process.exit(70)
closeSync(3)
for (const name of ["kill", "_kill", "_debugProcess", "_debugEnd", "binding", "dlopen"]) delete process[name]
`

/**
 * Programs for Node.js, by the Node that runs the host. Its permission model keeps them from reading and writing outside their
 * folder, and from starting processes, threads and native code. It does not keep them from the network before Node 25.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { javascript } from "@byhand/headless"
 * const program = { role: "solver", language: "javascript", entry: "main.js", files: [] } as const
 * const limits = { timeMs: 1000, outputBytes: 1000, memoryBytes: 100_000_000 }
 * console.log(javascript.command("/a/folder", program, limits).args.at(-1)) // /a/folder/main.js
 * ```
 */
export const javascript: Language = Object.freeze({
  name: "javascript",
  command: (folder: string, { entry }: Program, { memoryBytes }: ProgramLimits): ProgramCommand => ({
    file: process.execPath,
    args: [
      permission(),
      `--allow-fs-read=${folder}`,
      `--allow-fs-write=${folder}`,
      // Node is to fail with a message of its own before the host has to end it.
      `--max-old-space-size=${Math.max(32, Math.floor(memoryBytes / 1_048_576))}`,
      "--no-warnings",
      "--import",
      `data:text/javascript,${encodeURIComponent(gate)}`,
      `${folder}/${entry}`
    ]
  }),
  constants: async (files: readonly ProgramFile[]) =>
    (await import("./javascript-constants.ts")).javascriptConstants(files)
})

/** The flag has lost its "experimental" in Node 22.13 and 23.5. */
function permission(): string {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const isStable = major > 23 || (major === 23 && minor >= 5) || (major === 22 && minor >= 13)
  return isStable ? "--permission" : "--experimental-permission"
}
