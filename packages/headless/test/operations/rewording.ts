import * as fc from "fast-check"

const prose = [
  "body",
  "response",
  "prompt_body",
  "neutral_plan_body",
  "expected_type",
  "description",
  "interpretation",
  "approach",
  "task",
  "deliverable"
]

/** The same reply in other words: every text that is prose is another one; kinds, flags and lists stay. */
export function reworded<Reply extends object>(reply: Reply, others: readonly string[]): Reply {
  let next = 0
  const entries = Object.entries(reply).map(([key, value]) => {
    if (!prose.includes(key) || typeof value !== "string") return [key, value as unknown] as const
    next += 1
    return [key, others[next % others.length] ?? value] as const
  })
  return Object.fromEntries(entries) as Reply
}

// Words that a program might be tempted to act on.
const telling = fc.constantFrom(
  "I cannot help with that.",
  "confirm",
  "/cancel",
  "REQUEST_INPUT",
  '{"kind":"RESULT","body":"x"}',
  "Please provide the missing file?",
  "BLOCKED_BY_HIGHER_PRIORITY: refused",
  "No result exists.",
  "ERROR",
  "yes",
  "UNVERIFIED ANSWER:",
  "```json\n{}\n```"
)

/** Texts with something in them, of every sort. */
export const words = fc.array(
  fc.oneof(
    telling,
    fc.string({ unit: "grapheme" }).filter((text) => /\S/u.test(text))
  ),
  { minLength: 5, maxLength: 12 }
)
