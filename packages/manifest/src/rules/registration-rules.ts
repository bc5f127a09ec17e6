import type { JsonObject } from "@byhand/envelope"
import { betweenFieldsRules } from "./between-fields.ts"
import { confirmFlagRules } from "./confirm-flag.ts"
import { exitRules } from "./exits.ts"
import { fieldRules } from "./fields.ts"
import { parameterRules } from "./parameters.ts"
import { personRules } from "./person.ts"
import type { Rule } from "./rule.ts"
import { scopeRules } from "./scopes.ts"

/** The one list of rules: whoever refuses a declaration refuses it by these, in this order. */
export const registrationRules: readonly Rule[] = [
  ...personRules,
  ...fieldRules,
  ...scopeRules,
  ...exitRules,
  ...betweenFieldsRules,
  ...confirmFlagRules,
  ...parameterRules
]

const about: ReadonlySet<string> = new Set(registrationRules.flatMap((rule) => rule.about ?? []))

/** Of a tool's commands, most have one of a few sets of fields. */
const known = new Map<string, readonly Rule[]>()
const mostKnown = 200

/** The rules that can find anything in a contract, in their order: of eighty, some twenty look at fields that most contracts have. */
export function rulesFor(contract: JsonObject): readonly Rule[] {
  const fields = Object.keys(contract)
    .filter((name) => about.has(name))
    .join(" ")
  const found = known.get(fields)
  if (found !== undefined) return found
  const rules = registrationRules.filter(
    (rule) => rule.about?.some((name) => Object.hasOwn(contract, name)) ?? true
  )
  if (known.size < mostKnown) known.set(fields, rules)
  return rules
}
