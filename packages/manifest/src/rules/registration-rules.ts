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
