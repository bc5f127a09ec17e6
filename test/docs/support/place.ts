import { copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs"
import { delimiter, join } from "node:path"
import { project } from "../../../scripts/hosts.mjs"
import { makeLegacyHost } from "../../../scripts/legacy-host.mjs"
import { root } from "./pages.ts"
import { readerEnv, scratchFolder, writeFile } from "./scratch.ts"
import { Session } from "./session.ts"

/** Where some pages are followed; the others are in a CLI of the reader's, which has the plugin. */
const startsIn: Readonly<Record<string, (folder: string) => string>> = {
  "docs/move-a-prompt-over.md": (folder) => ownCli(folder, "@oclif/core", []),
  "examples/council/README.md": () => root,
  "examples/steward/README.md": () => join(root, "examples/steward"),
  "examples/legacy-host/README.md": (folder) =>
    makeLegacyHost(join(folder, "legacy"), 4, { installed: true }).root
}

/** The oclif CLI `tool`, with every package installed. */
function ownCli(folder: string, launcher: string, plugins: readonly string[]): string {
  const start = join(folder, "cli")
  const manifest = {
    name: "tool",
    version: "1.0.0",
    type: "module",
    bin: { tool: "./bin/run.js" },
    dependencies: { "@byhand/oclif": "*", "@oclif/core": "*" },
    oclif: { bin: "tool", commands: "./dist/commands", plugins, topicSeparator: " " }
  }
  const run = `import { execute } from "${launcher}"\n\nawait execute({ dir: import.meta.url })\n`
  writeFile(join(start, "package.json"), JSON.stringify(manifest))
  writeFile(join(start, "bin/run.js"), `#!/usr/bin/env node\n${run}`)
  mkdirSync(join(start, "dist/commands"), { recursive: true })
  symlinkSync(join(project().root, "node_modules"), join(start, "node_modules"))
  copyFileSync(join(root, "examples/steward/tasks/asks.json"), join(start, "asks.json"))
  return start
}

/** A folder where a page is followed, and the programs that its reader has. */
export class Place {
  readonly session: Session
  readonly #folder: string

  /** @param councilHome - a folder with the decisions that the reader's `council` knows */
  constructor(page: string, councilHome: string) {
    this.#folder = scratchFolder()
    const start =
      startsIn[page]?.(this.#folder) ?? ownCli(this.#folder, "@byhand/oclif/run", ["@byhand/oclif"])
    const bin = join(this.#folder, "programs")
    mkdirSync(bin)
    program(bin, "council", join(root, "examples/council/bin/run.js"))
    program(bin, "steward", join(root, "examples/steward/bin/run.js"))
    program(bin, "legacy", join(this.#folder, "legacy/bin/run.js"))
    program(bin, "tool", join(start, "bin/run.js"))
    cpSync(councilHome, join(this.#folder, "decisions"), { recursive: true })
    this.session = new Session(this.#folder, start, {
      ...readerEnv(this.#folder),
      PATH: [bin, process.env["PATH"]].join(delimiter),
      COUNCIL_HOME: join(this.#folder, "decisions"),
      LEGACY_HOME: join(this.#folder, "releases"),
      STEWARD_HOME: join(this.#folder, "sessions")
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function program(bin: string, name: string, file: string): void {
  writeFile(join(bin, name), `#!/bin/sh\nexec "${process.execPath}" "${file}" "$@"\n`)
}
