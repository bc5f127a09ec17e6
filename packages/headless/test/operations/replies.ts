import type { ModelOperation } from "../../src/operations/operation-spec.ts"

type Replies = Readonly<Record<ModelOperation, readonly Readonly<Record<string, unknown>>[]>>

const refusal = { response: "This is out of bounds.", blocking_basis: "POLICY_SCOPE" }
const blocked = { kind: "TASK_BLOCKED_BY_HIGHER_PRIORITY", ...refusal }
const facts = { kind: "REVIEW_FACTS", task_change_dimensions: [], approach_change_dimensions: [] }
const attempts = (more: object): Replies["EXECUTE"] => [
  { kind: "RESULT", body: "2 3 5 7", ...more },
  { kind: "RESULT", body: "2 3 5 7", result_ir: { witness: { polarity: "positive", data: null } }, ...more },
  { kind: "REQUEST_INPUT", body: "Below which number?", expected_type: "a number", ...more },
  { kind: "REQUEST_INPUT", body: "Which?", expected_type: "a number", description: "The limit", ...more },
  { kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "This is out of bounds." }
]

/** Good replies of every kind that an operation has, in a run with review. */
export const replies: Replies = {
  ACTIVATION: [
    { route: "APPLY_PROTOCOL" },
    { route: "PROTOCOL_DISCUSSION", confidence: 0.9 },
    { route: "BYPASS" },
    { route: "REFUSAL", ...refusal },
    { route: "ADVERSARIAL", response: "No." },
    { route: "BLOCKED_BY_HIGHER_PRIORITY", response: "No.", confidence: 1 }
  ],
  BOOTSTRAP_ANALYSIS: [
    {
      kind: "ANALYSIS",
      task: "List primes",
      deliverable: "A list",
      constraints: ["below 20"],
      missing_information: []
    },
    { kind: "REFUSAL", ...refusal },
    { kind: "ADVERSARIAL", response: "No." },
    { kind: "REFUSED", response: "No." },
    { kind: "BLOCKED_BY_HIGHER_PRIORITY", response: "No." }
  ],
  ANSWER_QUESTION: [{ kind: "ANSWER", body: "First a prompt, then a plan." }],
  DRAFT_PROMPT: [
    { kind: "PROMPT", prompt_body: "List the primes below 20.", approach_handoff: "NONE" },
    { kind: "PROMPT", prompt_body: "List the primes below 20.", approach_handoff: "CARRY_SOURCE_TO_PLAN" },
    blocked
  ],
  REVISE_PROMPT: [
    { kind: "PROMPT", prompt_body: "List the primes below 10.", approach_handoff: "NONE" },
    blocked
  ],
  DRAFT_PLAN: [{ kind: "PLAN", neutral_plan_body: "1. Sieve." }, blocked],
  REVISE_PLAN: [{ kind: "PLAN", neutral_plan_body: "1. Divide." }, blocked],
  INTERPRET_GATE_LINE: [
    { ...facts, progression_requested: true },
    { ...facts, progression_requested: false },
    { ...facts, task_change_dimensions: ["SCOPE_OR_EXCLUSION"], progression_requested: true },
    { ...facts, approach_change_dimensions: ["METHOD"], progression_requested: true },
    { kind: "NEW_TASK" },
    { kind: "CANCEL", confidence: 0.99 },
    { kind: "UNRESOLVED" },
    { kind: "PROTOCOL_DISCUSSION" },
    { kind: "SUBSTANTIVE_DISCUSSION" }
  ],
  INTERPRET_EXECUTION_INPUT: [
    { kind: "SUPPLY_EXECUTION_INPUT" },
    { kind: "REVISE_TASK", also_changes_approach: true },
    { kind: "NEW_TASK" },
    { kind: "CANCEL" },
    { kind: "UNRESOLVED", confidence: 0.2 }
  ],
  EXECUTE: attempts({}),
  REPAIR: attempts({})
}

/** Good replies of an attempt in a run without review. */
export const unreviewedAttempts = attempts({ interpretation: "Primes in order.", approach: "A sieve." })
