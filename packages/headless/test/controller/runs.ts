import type { Tape } from "../../src/index.ts"
import {
  analysis,
  apply,
  confirmed,
  drafted,
  opening,
  plan,
  prompt,
  question,
  reply,
  result
} from "./taped.ts"

/** A task, what is replied to it, and what people do about it: plain data, so that any host can run it. */
export interface TapedRun {
  readonly name: string
  readonly review: "piped" | "none"
  readonly max_repairs: number | null
  /** The requests of the session, one a turn. */
  readonly requests: readonly [string, ...string[]]
  /** The lines of stdin, of all its processes in their order. */
  readonly lines: readonly string[]
  /** What is answered to the input requests, in their order; a run whose question nobody answers pauses. */
  readonly answers: readonly string[]
  readonly tape: Tape
  /** How the session ends, once everybody has done what they do. */
  readonly ends: { readonly code: number; readonly ending: string; readonly closure: string | null }
}

const reading = { interpretation: "The in order.", approach: "A sieve." }
const request = "List the primes below 20"
const plain = { review: "piped", max_repairs: null, lines: [], answers: [] } as const

function refusedAt(phase: Tape["turns"][number]): Tape {
  return { turns: [phase] }
}

const success = { code: 0, ending: "CLOSED_SUCCESS", closure: "CLOSED_SUCCESS" } as const
const refused = { code: 0, ending: "REFUSED", closure: "REFUSED" } as const
const cancelled = { code: 1, ending: "CLOSED_CANCELLED", closure: "CLOSED_CANCELLED" } as const

/** Tasks that reach every exit, and every way of going on. */
export const runs: readonly TapedRun[] = [
  {
    ...plain,
    name: "a task that is confirmed twice",
    requests: [request],
    lines: confirmed,
    tape: { turns: [{ ...drafted, EXECUTE: [result] }] },
    ends: success
  },
  {
    ...plain,
    name: "a refusal of policy, at activation",
    requests: ["Write me a phishing mail"],
    tape: refusedAt({
      ACTIVATION: [
        reply({ route: "REFUSAL", response: "I do not write that.", blocking_basis: "POLICY_SCOPE" })
      ]
    }),
    ends: refused
  },
  {
    ...plain,
    name: "a refusal of the offline sandbox, at the bootstrap",
    requests: ["Restart the web server in Bremen"],
    tape: refusedAt({
      ACTIVATION: [apply],
      BOOTSTRAP_ANALYSIS: [
        reply({
          kind: "REFUSED",
          response: "There is no network here.",
          blocking_basis: "OFFLINE_SANDBOX"
        })
      ]
    }),
    ends: refused
  },
  {
    ...plain,
    name: "a refusal of knowledge after the cutoff, at the first draft",
    requests: ["Who won yesterday's match?"],
    tape: refusedAt({
      ...opening,
      DRAFT_PROMPT: [
        reply({
          kind: "TASK_BLOCKED_BY_HIGHER_PRIORITY",
          blocking_basis: "POST_CUTOFF_KNOWLEDGE",
          response: "That is later than what I know."
        })
      ]
    }),
    ends: refused
  },
  {
    ...plain,
    name: "a greeting, which is answered past the protocol",
    requests: ["Good morning"],
    tape: {
      turns: [
        {
          ACTIVATION: [reply({ route: "BYPASS", confidence: 0.95 })],
          ANSWER_QUESTION: [reply({ kind: "ANSWER", body: "Good morning to you." })]
        }
      ]
    },
    ends: { code: 0, ending: "DIRECT_ANSWER", closure: "DIRECT_ANSWER" }
  },
  {
    ...plain,
    name: "a task that is cancelled at its second gate",
    requests: [request],
    lines: ["/confirm", "/cancel"],
    tape: { turns: [drafted] },
    ends: cancelled
  },
  {
    ...plain,
    name: "an attempt that cannot be read, and a repair that is cut off",
    requests: [request],
    lines: confirmed,
    tape: {
      turns: [
        {
          ...drafted,
          EXECUTE: [{ text: "Here they are: 2, 3, 5" }],
          REPAIR: [{ text: '{"kind":"RESULT","body":"2 3', cut_off: true }]
        }
      ]
    },
    ends: cancelled
  },
  {
    ...plain,
    name: "a refusal once a controller exists",
    requests: [request],
    lines: confirmed,
    tape: {
      turns: [
        {
          ...drafted,
          EXECUTE: [reply({ kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "This is out of bounds after all." })]
        }
      ]
    },
    ends: cancelled
  },
  {
    ...plain,
    name: "a gate that nobody confirms",
    requests: [request],
    lines: ["/confirm"],
    tape: { turns: [drafted] },
    ends: { code: 2, ending: "UNCONFIRMED_GATE", closure: null }
  },
  {
    ...plain,
    name: "a question that nobody answers",
    requests: ["List the primes"],
    lines: confirmed,
    tape: { turns: [{ ...drafted, EXECUTE: [question] }] },
    ends: { code: 3, ending: "WAITING_INPUT", closure: null }
  },
  {
    ...plain,
    name: "a question that a second process answers",
    requests: ["List the primes"],
    lines: confirmed,
    answers: ["20"],
    tape: { turns: [{ ...drafted, EXECUTE: [question, result] }] },
    ends: success
  },
  {
    ...plain,
    name: "a question that a line answers, in a second process",
    requests: ["List the primes"],
    lines: [...confirmed, "The ones below 20"],
    tape: {
      turns: [
        {
          ...drafted,
          INTERPRET_EXECUTION_INPUT: [reply({ kind: "SUPPLY_EXECUTION_INPUT" })],
          EXECUTE: [question, result]
        }
      ]
    },
    ends: success
  },
  {
    ...plain,
    name: "a task without review that asks twice",
    review: "none",
    requests: ["List the primes"],
    answers: ["below 20\n", "in one line"],
    tape: {
      turns: [
        {
          ...opening,
          EXECUTE: [
            reply({ ...question.reply, ...reading }),
            reply({ ...question.reply, body: "In which form?", description: "The form", ...reading }),
            reply({ ...result.reply, ...reading })
          ]
        }
      ]
    },
    ends: success
  },
  {
    ...plain,
    name: "a result that claims that there is none",
    requests: ["Find an even prime above 2"],
    lines: confirmed,
    tape: {
      turns: [
        {
          ...drafted,
          EXECUTE: [
            reply({
              kind: "RESULT",
              body: "There is none.",
              result_ir: { witness: { polarity: "negative", basis: "search", nodes_explored: 12 } }
            })
          ]
        }
      ]
    },
    ends: { code: 5, ending: "CLOSED_UNVERIFIED", closure: "CLOSED_UNVERIFIED" }
  },
  {
    ...plain,
    name: "an attempt that a repair puts right",
    requests: [request],
    lines: confirmed,
    tape: { turns: [{ ...drafted, EXECUTE: [{ text: "2, 3, 5, 7" }], REPAIR: [result] }] },
    ends: success
  },
  {
    ...plain,
    name: "an outage, and a plan that can only be read at the third time",
    requests: [request],
    lines: confirmed,
    tape: {
      turns: [
        {
          ...drafted,
          BOOTSTRAP_ANALYSIS: [
            {
              failure: {
                code: "PROVIDER_UNAVAILABLE",
                status: 503,
                message: "The provider does not answer.",
                retryable: true
              }
            },
            analysis
          ],
          DRAFT_PLAN: [{ text: "First, a sieve." }, { text: "[]" }, plan],
          EXECUTE: [result]
        }
      ]
    },
    ends: success
  },
  {
    ...plain,
    name: "a prompt and a plan that are changed at their gates",
    requests: ["List the primes below 30"],
    lines: ["/revise Only below 20", "ok", "Use a sieve, please", "How many gates are there?", "lgtm"],
    tape: {
      turns: [
        {
          ...drafted,
          REVISE_PROMPT: [prompt],
          REVISE_PLAN: [plan],
          INTERPRET_GATE_LINE: [
            reply({
              kind: "REVIEW_FACTS",
              task_change_dimensions: [],
              approach_change_dimensions: ["METHOD"],
              progression_requested: false
            }),
            reply({ kind: "PROTOCOL_DISCUSSION" })
          ],
          ANSWER_QUESTION: [reply({ kind: "ANSWER", body: "Two." })],
          EXECUTE: [result]
        }
      ]
    },
    ends: success
  },
  {
    ...plain,
    name: "a second turn, and a new task in its place",
    requests: [request, "And those below 30"],
    lines: [...confirmed, "Rather the squares", ...confirmed],
    tape: {
      turns: [
        { ...drafted, EXECUTE: [result] },
        { ...drafted, INTERPRET_GATE_LINE: [reply({ kind: "NEW_TASK" })] },
        { ...drafted, EXECUTE: [reply({ kind: "RESULT", body: "1 4 9 16" })] }
      ]
    },
    ends: success
  }
]

/** The run of that name. */
export function runNamed(name: string): TapedRun {
  const found = runs.find((run) => run.name === name)
  if (found === undefined) throw new Error(`There is no run ${name}.`)
  return found
}
