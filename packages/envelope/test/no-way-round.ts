import { expect } from "vitest"
import type { ErrorDetail } from "../src/index.ts"
import { textsOf } from "./contract.ts"

/** What an agent must not find in a refusal, said apart from how the package itself looks for it. */
export function expectNoWayRound(detail: ErrorDetail): void {
  const text = JSON.stringify(detail)
  expect(text).not.toContain("--")
  expect(text).not.toMatch(/[\s"'`(]-[^\s]/)
  expect(text).not.toMatch(/[A-Za-z_]\w*\+?=/)
  expect(text).not.toContain("$")
  expect(textsOf(detail).join("")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u)
  expect(Object.keys(detail).filter((key) => /^(fix|redirect|retry_)/.test(key))).toEqual([])
  expect(detail.retryable).toBe(false)
}
