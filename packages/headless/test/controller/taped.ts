import type { JsonObject } from "@byhand/envelope"
import type { Tape } from "../../src/index.ts"

type Turn = Tape["turns"][number]

export function reply<Value extends JsonObject>(value: Value): { readonly reply: Value } {
  return { reply: value }
}

export const apply = reply({ route: "APPLY_PROTOCOL" })
export const analysis = reply({
  kind: "ANALYSIS",
  task: "List the primes below 20.",
  deliverable: "The numbers in one line, divided by spaces.",
  constraints: ["below 20"],
  missing_information: []
})
export const prompt = reply({
  kind: "PROMPT",
  prompt_body: "List the primes below 20, in one line.",
  approach_handoff: "NONE"
})
export const plan = reply({ kind: "PLAN", neutral_plan_body: "1. Sieve the numbers from 2 to 19." })
export const primes = "2 3 5 7 11 13 17 19"
export const result = reply({ kind: "RESULT", body: primes })
export const question = reply({
  kind: "REQUEST_INPUT",
  body: "Below which number?\nThe request names none.",
  expected_type: "a whole number"
})
/** What leads a request to its first draft. */
export const opening = { ACTIVATION: [apply], BOOTSTRAP_ANALYSIS: [analysis] } satisfies Turn

/** What leads a request to its execution, where both gates are confirmed. */
export const drafted = { ...opening, DRAFT_PROMPT: [prompt], DRAFT_PLAN: [plan] } satisfies Turn

/** The lines that confirm a prompt and a plan. */
export const confirmed = ["/confirm", "ok"]
