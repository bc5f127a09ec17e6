import type { JsonValue } from "@byhand/envelope"
import { commandExits } from "@byhand/exit-codes"
import { demand } from "../demand.ts"
import { type Finding, mismatch, missing, surplus } from "../finding.ts"
import { elementsOf, isObject, memberOf, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import type { Rule, Subject } from "./rule.ts"
import { againstRunTable, endsAsRun } from "./run-exits.ts"

/** Exits whose retry and side effects the framework's table leaves to the command. */
const openExits: readonly number[] = [0, 1, 10, 14]

const success = '{ description: "The command is done", retryable: false, side_effects: "complete" }'

/** Rules about what the exits of a command mean (REQ-C-001, REQ-F-001). */
export const exitRules: readonly Rule[] = [
  {
    id: "exit-success",
    requirement: "REQ-C-001",
    why: "the map is exhaustive, and every command can succeed",
    check: ({ contract }) => {
      const codes = memberOf(contract, "exit_codes")
      return isObject(codes) ? demand(codes, "/exit_codes", "0", "what success means", success) : []
    }
  },
  {
    id: "exit-success-without-errors",
    requirement: "REQ-C-001",
    why: "a response of exit 0 carries no error",
    check: eachExit((code, entry, path) => {
      const listed = memberOf(entry, "error_codes")
      return code === 0 && elementsOf(listed).length > 0 && listed !== undefined
        ? [surplus(`${path}/error_codes`, listed, "no error codes under exit 0")]
        : []
    })
  },
  {
    id: "exit-retryable",
    requirement: "REQ-C-001",
    why: "trying again is safe only when nothing was written",
    check: eachExit((_code, entry, path) => {
      const written = memberOf(entry, "side_effects")
      return memberOf(entry, "retryable") === true && written !== undefined && written !== "none"
        ? [mismatch(`${path}/side_effects`, written, '"none" next to retryable: true', '"none"')]
        : []
    })
  },
  {
    id: "exit-range",
    requirement: "REQ-F-001",
    why: "codes from 126 on belong to the shell, and the framework's signal handlers emit only 130 and 143",
    check: eachExit((code, entry, path) =>
      code > 125 && code !== 130 && code !== 143
        ? [surplus(path, entry, "a code of 0 to 125, 130 or 143")]
        : []
    )
  },
  {
    id: "exit-name",
    requirement: "REQ-C-001",
    why: "a code of 79 to 125 has no name but the one its command gives it",
    check: eachExit((code, entry, path) => {
      if (code < 79 || code > 125) return []
      const name = memberOf(entry, "name")
      const at = `${path}/name`
      if (name === undefined) return [missing(at, "the constant's name", '"DECISION_LOCKED"')]
      return name === "" ? [mismatch(at, name, "the constant's name", '"DECISION_LOCKED"')] : []
    })
  },
  {
    id: "exit-table",
    requirement: "REQ-F-001",
    why: "the framework's table gives the code one meaning in every command",
    check: (subject) => (endsAsRun(subject.contract) ? [] : eachExit(againstTable)(subject))
  },
  {
    id: "exit-run-table",
    requirement: "REQ-F-001",
    why: "a command that ends in one way of a run ends in no other way, and each code of a run has its own name",
    check: (subject) => (endsAsRun(subject.contract) ? eachExit(againstRunTable)(subject) : [])
  }
]

type ExitCheck = (code: number, entry: JsonValue, path: string) => readonly Finding[]

function eachExit(check: ExitCheck): Rule["check"] {
  return ({ contract }: Subject) => {
    const found: Finding[] = []
    for (const [key, entry] of membersOf(memberOf(contract, "exit_codes")))
      if (/^(0|[1-9][0-9]*)$/.test(key) && isObject(entry))
        found.push(...check(Number(key), entry, pointerTo("/exit_codes", key)))
    return found
  }
}

function againstTable(code: number, entry: JsonValue, path: string): readonly Finding[] {
  const meaning = commandExits.find((exit) => exit.code === code && code <= 14)
  if (meaning === undefined) return []
  const name = memberOf(entry, "name")
  const written = memberOf(entry, "side_effects")
  const settled = !openExits.includes(code)
  return [
    ...(name !== undefined && name !== meaning.name ? [instead(`${path}/name`, name, meaning.name)] : []),
    ...(settled && !meaning.retryable && memberOf(entry, "retryable") === true
      ? [mismatch(`${path}/retryable`, true, "false", "false")]
      : []),
    ...(settled && written !== undefined && written !== meaning.sideEffects
      ? [instead(`${path}/side_effects`, written, meaning.sideEffects)]
      : [])
  ]
}

function instead(path: string, received: JsonValue, expected: string): Finding {
  const text = JSON.stringify(expected)
  return mismatch(path, received, text, text)
}
