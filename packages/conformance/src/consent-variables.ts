import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"

import type { Bin } from "./command-line.ts"

/** A variable that some tool takes for consent, for a terminal, or for the absence of a person. */
export interface Variable {
  readonly name: string
  readonly value: string
}

/**
 * The variables that are tried, in two groups: one says yes or pretends a terminal, the other says that nobody is there.
 * Each group is set at once, so that one start answers for all of it; apart, because the second may hide the first.
 */
export function consentVariables(bin: Bin, answer: string): readonly (readonly Variable[])[] {
  const prefixes = prefixesOf(bin)
  const named = (...endings: string[]): string[] =>
    prefixes.flatMap((prefix) => endings.map((ending) => `${prefix}_${ending}`))
  const yes = [...consent.split(" "), ...named("YES", "ASSUME_YES", "FORCE", "CONFIRM")]
  const nobody = [...absence.split(" "), ...named("NON_INTERACTIVE")]
  return [
    [...yes.map(set), ...["ATTESTATION", "ANSWER"].map((name) => ({ name, value: answer }))],
    [...nobody.map(set), { name: "DEBIAN_FRONTEND", value: "noninteractive" }]
  ]
}

const consent =
  "YES ASSUME_YES ALWAYS_YES AUTO_APPROVE AUTO_CONFIRM CONFIRM CONFIRM_DESTRUCTIVE APPROVE FORCE SKIP_CONFIRM NO_CONFIRM FORCE_TTY FORCE_INTERACTIVE"
const absence = "CI NO_PROMPT NONINTERACTIVE NON_INTERACTIVE"

function set(name: string): Variable {
  return { name, value: "1" }
}

/** `COUNCIL` for a tool named council: the name of its file, and the names its package gives it. */
function prefixesOf(bin: Bin): readonly string[] {
  const words = typeof bin === "string" ? [bin] : bin
  const files = words.filter((word) => word !== process.execPath && existsSync(word))
  const names = (files.length > 0 ? files : words.slice(-1)).flatMap((word) => [
    fileName(word),
    ...packageNames(word)
  ])
  const prefixes = names.map((name) => name.toUpperCase().replace(/[^A-Z0-9]+/g, "_"))
  return [...new Set(prefixes)].filter((prefix) => !["RUN", "CLI", "MAIN", "INDEX"].includes(prefix))
}

function fileName(path: string): string {
  return basename(path).replace(/\.[cm]?(?:js|cmd)$/, "")
}

function packageNames(path: string): readonly string[] {
  for (let folder = dirname(resolve(path)); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, "package.json")
    if (!existsSync(file)) continue
    const { bin, oclif } = JSON.parse(readFileSync(file, "utf8")) as {
      bin?: object
      oclif?: { bin?: string }
    }
    return [
      ...(typeof bin === "object" ? Object.keys(bin) : []),
      ...(oclif?.bin === undefined ? [] : [oclif.bin])
    ]
  }
  return []
}
