import type { JsonValue } from "@byhand/envelope"
import { mismatch, remove, show, surplus } from "../finding.ts"
import { elementsOf, memberOf, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import { commandFlags, commandPositionals } from "../shapes/parameters.ts"
import type { Rule } from "./rule.ts"

/** Long names and short aliases that every command inherits from the root. */
const rootFlags: ReadonlyMap<string, string | undefined> = new Map([
  ["format", undefined],
  ["non-interactive", undefined],
  ["help", "h"],
  ["version", "V"],
  ["schema", undefined],
  ["print-schema", undefined],
  ["output-schema", undefined]
])

/** Rules about a command's flags and positional arguments, where they are known. */
export const parameterRules: readonly Rule[] = [
  {
    id: "flags",
    requirement: "REQ-C-015",
    why: "a caller builds every call from these entries alone",
    check: ({ flags }) => (flags === undefined ? [] : commandFlags.findings(flags, "/flags"))
  },
  {
    id: "flag-name",
    requirement: "REQ-O-041",
    why: "a flag is keyed by its long name, which a caller puts after two dashes",
    check: ({ flags }) =>
      membersOf(flags)
        .filter(([name]) => !/^[^-\s=][^\s=]*$/u.test(name))
        .map(([name]) => named(name, "a long name without dashes before it, spaces or an equals sign"))
  },
  {
    id: "flag-root",
    requirement: "REQ-F-079",
    why: "the root declares it once for every command, and one name has one meaning",
    check: ({ flags }) =>
      membersOf(flags).flatMap(([name, flag]) => {
        const short = memberOf(flag, "short")
        if (short === undefined && !rootFlags.has(name)) return []
        const owner = [...rootFlags].find(([, alias]) => alias !== undefined && alias === short)
        return [
          ...(rootFlags.has(name) ? [named(name, "a name that is no root flag's")] : []),
          ...(owner === undefined || short === undefined || rootFlags.has(name)
            ? []
            : [
                surplus(
                  `${pointerTo("/flags", name)}/short`,
                  short,
                  `a letter other than that of --${owner[0]}`
                )
              ])
        ]
      })
  },
  {
    id: "flag-short",
    requirement: "REQ-F-079",
    why: "a letter that two flags share names neither",
    check: ({ flags }) =>
      repeated(membersOf(flags).map(([name, flag]) => [name, memberOf(flag, "short")])).map(([name, short]) =>
        surplus(`${pointerTo("/flags", name)}/short`, short, "a letter that no flag before it uses")
      )
  },
  {
    id: "flag-default",
    requirement: "REQ-O-041",
    why: "a flag without a default leaves the field out, and null is a value",
    check: ({ flags }) =>
      membersOf(flags)
        .filter(([, flag]) => memberOf(flag, "default") === null)
        .map(([name]) => surplus(`${pointerTo("/flags", name)}/default`, null, "no default"))
  },
  {
    id: "positionals",
    requirement: "REQ-C-015",
    why: "a caller builds every call from these entries alone",
    check: ({ positionals }) =>
      positionals === undefined ? [] : commandPositionals.findings(positionals, "/positionals")
  },
  {
    id: "positional-order",
    requirement: "REQ-C-015",
    why: "an argument after one that may be left out could never be told from it",
    check: ({ positionals }) => {
      const elements = elementsOf(positionals)
      const optional = elements.findIndex((element) => memberOf(element, "required") === false)
      return elements.flatMap((element, index) =>
        optional >= 0 && index > optional && memberOf(element, "required") === true
          ? [mismatch(`/positionals/${index}/required`, true, "false after an optional positional", "false")]
          : []
      )
    }
  },
  {
    id: "positional-variadic",
    requirement: "REQ-C-015",
    why: "it takes every argument that is left, so nothing can follow it",
    check: ({ positionals }) =>
      elementsOf(positionals)
        .slice(0, -1)
        .flatMap((element, index) =>
          memberOf(element, "variadic") === true
            ? [surplus(`/positionals/${index}/variadic`, true, "variadic on the last positional only")]
            : []
        )
  },
  {
    id: "positional-name",
    requirement: "REQ-C-015",
    why: "two positionals of one name cannot be told apart",
    check: ({ positionals }) =>
      repeated(
        elementsOf(positionals).map((element, index) => [String(index), memberOf(element, "name")])
      ).map(([index, name]) =>
        mismatch(`/positionals/${index}/name`, name, "a name that no positional before it has", '"target"')
      )
  }
]

function named(name: string, expected: string) {
  const path = pointerTo("/flags", name)
  return {
    path,
    what: `The flag ${show(name)} has a name of its own; expected ${expected}`,
    fix: remove(path)
  }
}

/** The entries whose value an earlier entry has already. */
function repeated(
  entries: readonly (readonly [string, JsonValue | undefined])[]
): (readonly [string, JsonValue])[] {
  return entries.flatMap(([name, value], index) =>
    value !== undefined && entries.slice(0, index).some(([, earlier]) => earlier === value)
      ? [[name, value] as const]
      : []
  )
}
