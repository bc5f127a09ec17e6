import type { JsonObject, JsonValue } from "@byhand/envelope"
import { commandExits, runExits } from "@byhand/exit-codes"
import { type Finding, mismatch, missing, surplus } from "../finding.ts"
import { memberOf, membersOf } from "../json.ts"

const commandNames: ReadonlySet<string> = new Set(commandExits.map(({ name }) => name))
const onlyOfRuns: ReadonlySet<unknown> = new Set(
  runExits.map(({ name }) => name).filter((name) => !commandNames.has(name))
)

/** Whether a command ends as a run does (ADR-0019): one of its exits is named after an ending that only a run has. */
export function endsAsRun(contract: JsonObject): boolean {
  return membersOf(memberOf(contract, "exit_codes")).some(([, entry]) =>
    onlyOfRuns.has(memberOf(entry, "name"))
  )
}

/** What is wrong with an exit of a command that ends as a run does. */
export function againstRunTable(code: number, entry: JsonValue, path: string): readonly Finding[] {
  const names = runExits.filter((ending) => ending.code === code).map((ending) => ending.name as string)
  const [first] = names
  if (first === undefined)
    return [surplus(path, entry, "a code with which a run can end: 0 to 5, 130 or 143")]
  const name = memberOf(entry, "name")
  const at = `${path}/name`
  const expected = names.map((known) => JSON.stringify(known)).join(" or ")
  const fix = JSON.stringify(first)
  if (name === undefined) return [missing(at, expected, fix)]
  return names.includes(name as string) ? [] : [mismatch(at, name, expected, fix)]
}
