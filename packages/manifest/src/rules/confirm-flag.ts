import { forbidTrue } from "../demand.ts"
import { mismatch } from "../finding.ts"
import { memberOf, membersOf } from "../json.ts"
import type { Rule } from "./rule.ts"

/** Flags of the framework that mean something else: never proposed as a command's confirm_flag. */
const neverConfirms: readonly string[] = ["yes", "non-interactive", "dry-run"]

/** Rules about the flag that runs a command instead of previewing it (REQ-O-048, REQ-O-021). */
export const confirmFlagRules: readonly Rule[] = [
  {
    id: "confirm-flag-danger",
    requirement: "REQ-O-048",
    about: ["confirm_flag"],
    why: "a safe command changes nothing, so it has nothing to preview",
    check: ({ contract }) =>
      Object.hasOwn(contract, "confirm_flag") && memberOf(contract, "danger_level") === "safe"
        ? [
            mismatch(
              "/danger_level",
              "safe",
              '"mutating" or "destructive" next to confirm_flag',
              '"mutating"'
            )
          ]
        : []
  },
  {
    id: "confirm-flag-or-safe-default",
    requirement: "REQ-O-048",
    about: ["confirm_flag"],
    why: "both name the flag that runs the command: one is the command's own, the other is --live",
    check: ({ contract }) =>
      Object.hasOwn(contract, "confirm_flag")
        ? forbidTrue(contract, "", "safe_default", "no safe_default next to confirm_flag")
        : []
  },
  {
    id: "confirm-flag-declared",
    requirement: "REQ-O-048",
    about: ["confirm_flag"],
    why: "a flag that does not exist, or takes a value, can never be given as a yes",
    check: ({ contract, flags }) => {
      const named = memberOf(contract, "confirm_flag")
      if (typeof named !== "string" || flags === undefined) return []
      if (memberOf(memberOf(flags, named), "type") === "boolean") return []
      const switches = membersOf(flags).filter(
        ([name, flag]) => memberOf(flag, "type") === "boolean" && !neverConfirms.includes(name)
      )
      const names = switches.map(([name]) => JSON.stringify(name))
      const expected =
        names.length === 0 ? "the name of a boolean flag; the command has none" : names.join(" or ")
      return [mismatch("/confirm_flag", named, expected, names[0])]
    }
  },
  {
    id: "confirm-flag-destructive",
    requirement: "REQ-O-021",
    about: ["confirm_flag"],
    why: "a destructive command that takes --confirm-destructive is confirmed by that flag alone",
    check: ({ contract, flags }) => {
      const named = memberOf(contract, "confirm_flag")
      return named !== undefined &&
        named !== "confirm-destructive" &&
        memberOf(contract, "danger_level") === "destructive" &&
        memberOf(flags, "confirm-destructive") !== undefined
        ? [mismatch("/confirm_flag", named, '"confirm-destructive"', '"confirm-destructive"')]
        : []
    }
  }
]
