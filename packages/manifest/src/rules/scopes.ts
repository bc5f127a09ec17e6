import { mismatch } from "../finding.ts"
import { elementsOf, memberOf } from "../json.ts"
import type { Rule } from "./rule.ts"

/** Rules about the scopes a caller needs (REQ-C-029). */
export const scopeRules: readonly Rule[] = [
  {
    id: "scope-name",
    requirement: "REQ-C-029",
    why: "a caller compares scopes with those of its token, word for word",
    check: ({ contract }) =>
      elementsOf(memberOf(contract, "required_scopes")).flatMap((scope, index, scopes) => {
        const at = `/required_scopes/${index}`
        if (typeof scope !== "string") return []
        if (!/^[^\s\p{C}]+$/u.test(scope))
          return [mismatch(at, scope, "a scope without spaces or control characters", '"decisions:approve"')]
        return scopes.indexOf(scope) < index
          ? [mismatch(at, scope, "a scope that is not listed before", undefined)]
          : []
      })
  }
]
