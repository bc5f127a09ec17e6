import { cpSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "./support/envelope-of.ts"
import { GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { shareOf } from "./support/share-of.ts"
import { stackIn } from "./support/stack-in.ts"
import { writeManifest } from "./support/write-manifest.ts"

/** What stands in a command's file, and what is said of it. */
const files = {
  throwing: ['throw new TypeError("it does not load")\n', "it does not load"],
  "needing a package": [
    'import "a-package-that-is-missing"\n',
    "Cannot find package 'a-package-that-is-missing'"
  ],
  "without a command": ["export const nothing = true\n", "its file exports no command"]
} as const
const good = `import { Plain } from "../lib/person.js"\nexport default class extends Plain {}\n`
const write = (host: GateHost, file: string, text: string) => {
  mkdirSync(join(host.root, "commands/steps"), { recursive: true })
  writeFileSync(join(host.root, "commands", file), text)
}
const said = (why: string) => `could not be loaded, so nothing was run: ${why}`

const inTopic = [
  ["steps", "throwing"],
  ["steps", "throwing", "D-1", "--yes"],
  ["steps", "throwing", "--help"]
]
const others = [
  [["plain", "D-1"], 4, "PERSON_REQUIRED"],
  [["steps", "other"], 2, "UNKNOWN_COMMAND"],
  [["throw"], 2, "UNKNOWN_COMMAND"]
] as const

describe.each([4, 5] as const)("a command whose module does not load, in oclif %i", (major) => {
  let bare: GateHost
  let listed: GateHost
  beforeAll(async () => {
    bare = await hostWith(major, ["plain"])
    listed = new GateHost(major)
    cpSync(bare.root, listed.root, { recursive: true })
    // With a manifest oclif has each command in its table, and meets the module when it is called.
    for (const name of ["throwing", "needing", "without"]) write(listed, `${name}.js`, good)
    await writeManifest(listed)
    for (const host of [bare, listed])
      for (const [name, [text]] of Object.entries(files)) write(host, `${name.split(" ")[0]}.js`, text)
    write(bare, "steps/throwing.js", files.throwing[0])
  })
  afterAll(() => {
    bare?.remove()
    listed?.remove()
  })

  const ways = Object.entries(files).map(([what, [, why]]) => ({ what, call: what.split(" ")[0] ?? "", why }))
  it.concurrent.each(ways)("is said to be there, with the cause, exit 1: $what", async ({ call, why }) => {
    for (const host of [bare, listed]) {
      const { exitCode, stdout, stderr, deeds } = await host.offTerminal([call, "D-1"], { entry: "launched" })
      const { error } = envelopeOf(stdout)
      expect([exitCode, error?.code, error?.retryable]).toEqual([1, "COMMAND_NOT_LOADED", false])
      expect(error?.message).toContain(`The command ${call} ${said("")}`)
      expect(error?.message).toContain(why)
      expect([stackIn(stderr), stackIn(stdout), deeds]).toEqual([undefined, undefined, []])
    }
  })

  it.concurrent("is said to be there by the plugin alone, and at a terminal", async () => {
    for (const host of shareOf([bare, listed], major)) {
      const off = await host.offTerminal(["throwing", "D-1"])
      const { error } = envelopeOf(off.stdout)
      expect([off.exitCode, off.deeds, error?.code]).toEqual([1, [], "COMMAND_NOT_LOADED"])
      expect(error?.message).toContain(said("it does not load"))
    }
    for (const host of shareOf([bare, listed], major === 4 ? 5 : 4)) {
      const on = await host.atTerminal(["throwing", "D-1"], { entry: "launched" })
      expect([on.exitCode, on.deeds]).toEqual([1, []])
      expect(on.screen.replaceAll(/[ ›\n]+/g, " ")).toContain(said("it does not load"))
    }
  })

  it.concurrent("is said to be there in a topic, before its arguments, and in its help", async () => {
    for (const args of shareOf(inTopic, major)) {
      const { exitCode, stdout } = await bare.offTerminal(args, { entry: "launched" })
      expect([exitCode, envelopeOf(stdout).error?.code]).toEqual([1, "COMMAND_NOT_LOADED"])
      expect(envelopeOf(stdout).error?.message).toContain("The command steps throwing could not be loaded")
    }
  })

  it.concurrent("leaves the others as they are: one runs, and a word that names nothing names nothing", async () => {
    for (const [args, exit, code] of shareOf(others, major)) {
      const { exitCode, stdout } = await bare.offTerminal(args, { entry: "launched" })
      expect([exitCode, envelopeOf(stdout).error?.code]).toEqual([exit, code])
    }
  })
})
