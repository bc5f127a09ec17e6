import { commandExits } from "@byhand/exit-codes"
import type { CommandEntry, ExitCodeEntry, ManifestResponse } from "@byhand/manifest"

/** How a host's commands are written. */
export interface HostWords {
  readonly bin: string
  readonly topicSeparator: string
}

/**
 * What an agent should know before it calls a host: what a person must run, what each exit means, what is never tried again.
 *
 * @returns Markdown that depends on the manifest alone, so that a second writing changes nothing
 *
 * Requirement: REQ-C-036, REQ-O-041.
 */
export function agentSection({ commands, exit_codes = {} }: ManifestResponse, host: HostWords): string {
  const all = Object.entries(commands)
  const persons = all.filter(([, entry]) => entry.requires_person === true)
  const destructive = all.filter(
    ([, entry]) => entry.danger_level === "destructive" && entry.requires_person !== true
  )
  return [
    `## Calling \`${host.bin}\``,
    `\`${host.bin} ${manifestCommand(commands, host)} --format json\` lists every command, flag and exit. Off a terminal each command answers with one JSON document: read \`ok\`, \`error.code\`, \`error.retryable\` and \`meta.exit_code\`.`,
    ...(persons.length === 0 ? [] : [personsPart(persons, host)]),
    ...(destructive.length === 0
      ? []
      : [`### What destroys something\n\n${destructive.map((one) => bullet(one, host)).join("\n")}`]),
    `### What an exit means\n\n${exitTable(all, exit_codes)}`,
    "### What is never tried again\n\n" +
      "- An exit whose line above says no, and an error with `retryable: false`: change the call first.\n" +
      "- What may have been done in part: look at what is there before anything else is called."
  ].join("\n\n")
}

/** A host that has a command of that name keeps it. */
function manifestCommand({ manifest }: ManifestResponse["commands"], { topicSeparator }: HostWords): string {
  return manifest?.builtin === true ? "manifest" : `byhand${topicSeparator}manifest`
}

function personsPart(persons: readonly [string, CommandEntry][], host: HostWords): string {
  return (
    "### What a person must run\n\n" +
    `${persons.map((one) => bullet(one, host)).join("\n")}\n\n` +
    "If you are an agent: hand the exact command to a person, and go on with something else. `PERSON_REQUIRED` is never tried\n" +
    "again: no flag, no variable and no pipe answers it, and starting it under a pseudo-terminal would forge a person's word.\n" +
    "After `ATTESTATION_MISMATCH` the person decides whether to try again."
  )
}

function bullet(
  [path, { description, positionals = [] }]: readonly [string, CommandEntry],
  host: HostWords
): string {
  const words = path === "" ? [] : [path.split(".").join(host.topicSeparator)]
  const places = positionals.map(({ name, required, variadic }) => {
    const text = `${name}${variadic === true ? "..." : ""}`
    return required ? `<${text}>` : `[${text}]`
  })
  const line = [host.bin, ...words, ...places].join(" ").replaceAll("`", "")
  return `- \`${line}\`: ${plain(description)}`
}

function exitTable(
  all: readonly [string, CommandEntry][],
  root: Readonly<Record<string, ExitCodeEntry>>
): string {
  const byCode = new Map<string, ExitCodeEntry[]>()
  for (const table of [root, ...all.map(([, entry]) => entry.exit_codes)])
    for (const [code, exit] of Object.entries(table)) byCode.set(code, [...(byCode.get(code) ?? []), exit])
  const rows = [...byCode]
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([code, exits]) => row(code, exits))
  return ["| exit | name | meaning | try again |", "| --- | --- | --- | --- |", ...rows].join("\n")
}

function row(code: string, exits: readonly ExitCodeEntry[]): string {
  const known = commandExits.find((exit) => String(exit.code) === code)
  const meanings = new Set(exits.map(({ description }) => description))
  const [only = ""] = meanings
  const meaning = meanings.size === 1 ? only : (known?.meaning ?? "Each command says its own")
  const name = exits.find((exit) => exit.name !== undefined)?.name ?? known?.name ?? ""
  return `| ${code} | ${plain(name)} | ${plain(meaning)} | ${again(code, exits)} |`
}

function again(code: string, exits: readonly ExitCodeEntry[]): string {
  if (code === "0") return ""
  if (exits.every(({ retryable }) => retryable)) return "yes, the same call"
  return exits.some(({ retryable }) => retryable) ? "as the error says" : "no"
}

/** Words of others as one line of plain text: nothing in them is markup, or ends the section. */
function plain(text: string): string {
  return text
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(/[\\|`*_[\]]/g, String.raw`\$&`)
}
