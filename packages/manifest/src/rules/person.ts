import { demand, forbid, forbidTrue } from "../demand.ts"
import { type Finding, mismatch, missing, surplus } from "../finding.ts"
import { elementsOf, isArray, isObject, memberOf, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import { personCodes, personPrecondition } from "../person-precondition.ts"
import { isPassthrough, isPersonOnly, type Rule } from "./rule.ts"

const preconditionPath = "/exit_codes/4"

/** Rules of the person-only command itself (REQ-C-036). */
export const personRules: readonly Rule[] = [
  {
    id: "person-interactive",
    requirement: "REQ-C-036",
    about: ["requires_person"],
    why: "a person-only command asks a person, so it may prompt",
    check: ({ contract }) =>
      isPersonOnly(contract) && memberOf(contract, "interactive") !== true
        ? must("interactive", memberOf(contract, "interactive"), true)
        : []
  },
  {
    id: "person-mcp",
    requirement: "REQ-C-036",
    about: ["requires_person"],
    why: "no terminal and no person stands behind an MCP call",
    check: ({ contract }) =>
      isPersonOnly(contract) && memberOf(contract, "mcp") !== false
        ? must("mcp", memberOf(contract, "mcp"), false)
        : []
  },
  {
    id: "person-precondition",
    requirement: "REQ-C-036",
    about: ["requires_person"],
    why: "an agent learns from this entry that a person is needed, that trying again is useless and that nothing happened",
    check: ({ contract }) =>
      isPersonOnly(contract) ? preconditionFindings(memberOf(memberOf(contract, "exit_codes"), "4")) : []
  },
  {
    id: "person-codes-elsewhere",
    requirement: "REQ-C-036",
    why: "both codes leave with exit 4 of a person-only command, and an agent that meets them stops",
    check: ({ contract }) =>
      membersOf(memberOf(contract, "exit_codes"))
        .filter(([code]) => code !== "4" || !isPersonOnly(contract))
        .flatMap(([code, entry]) =>
          elementsOf(memberOf(entry, "error_codes")).flatMap((errorCode, index) =>
            typeof errorCode === "string" && personCodes.includes(errorCode)
              ? [
                  surplus(
                    `${pointerTo("/exit_codes", code)}/error_codes/${index}`,
                    errorCode,
                    "the code only under exit 4 of a command with requires_person: true"
                  )
                ]
              : []
          )
        )
  },
  {
    id: "person-route",
    requirement: "REQ-C-036",
    about: ["requires_person"],
    why: "the command would have a way in or out that no person at a terminal stands before",
    check: ({ contract }) => {
      if (!isPersonOnly(contract)) return []
      const expected = "no such field next to requires_person: true"
      const resumes = memberOf(memberOf(contract, "interruption"), "resume") === true
      return [
        ...(isPassthrough(contract) ? forbid(contract, "", "arguments", expected) : []),
        ...(resumes ? forbid(contract, "", "interruption", expected) : []),
        ...["stdout", "protocol", "stdin", "resumable"].flatMap((name) =>
          forbid(contract, "", name, expected)
        ),
        ...forbidTrue(contract, "", "async", expected)
      ]
    }
  },
  {
    id: "person-confirm-flag",
    requirement: "REQ-C-036",
    about: ["requires_person"],
    why: "--yes would look as if it answered the attestation, and --non-interactive refuses before anything is asked",
    check: ({ contract }) => {
      const named = memberOf(contract, "confirm_flag")
      return isPersonOnly(contract) && (named === "yes" || named === "non-interactive")
        ? [mismatch("/confirm_flag", named, "a flag of another name", '"confirm"')]
        : []
    }
  }
]

function must(
  name: string,
  received: Parameters<typeof mismatch>[1] | undefined,
  value: boolean
): readonly Finding[] {
  const expected = `${value} next to requires_person: true`
  return received === undefined
    ? [missing(`/${name}`, expected, String(value))]
    : [mismatch(`/${name}`, received, expected, String(value))]
}

function preconditionFindings(entry: Parameters<typeof mismatch>[1] | undefined): readonly Finding[] {
  if (entry === undefined) {
    return [
      missing(
        preconditionPath,
        "the entry of PRECONDITION, with both codes of a person-only command",
        JSON.stringify(personPrecondition)
      )
    ]
  }
  if (!isObject(entry)) return []
  const listed = memberOf(entry, "error_codes")
  const absent = personCodes.filter((code) => !elementsOf(listed).includes(code))
  const wanted = JSON.stringify([...elementsOf(listed).filter((code) => typeof code === "string"), ...absent])
  const both = `both ${personCodes.join(" and ")}`
  return [
    ...(memberOf(entry, "retryable") === true
      ? [mismatch(`${preconditionPath}/retryable`, true, "false", "false")]
      : []),
    ...(["partial", "complete"].includes(String(memberOf(entry, "side_effects")))
      ? [
          mismatch(
            `${preconditionPath}/side_effects`,
            String(memberOf(entry, "side_effects")),
            '"none"',
            '"none"'
          )
        ]
      : []),
    ...(listed === undefined ? demand(entry, preconditionPath, "error_codes", both, wanted) : []),
    ...(isArray(listed) && absent.length > 0
      ? [mismatch(`${preconditionPath}/error_codes`, listed, both, wanted)]
      : [])
  ]
}
