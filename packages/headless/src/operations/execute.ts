import * as Schema from "effect/Schema"
import { FreeObject, NonBlank } from "../protocol/fields.ts"
import { replySchema } from "../reply/reply-schema.ts"
import { boundaries, instructions, type OperationSpec } from "./operation-spec.ts"
import { ResultIr } from "./result-ir.ts"

const input = { body: NonBlank, expected_type: NonBlank, description: Schema.optionalKey(Schema.String) }
const reading = { interpretation: NonBlank, approach: NonBlank }
const maybeReading = { interpretation: Schema.optionalKey(NonBlank), approach: Schema.optionalKey(NonBlank) }

const Result = resultWith(FreeObject)
const Blocked = blockedWith(FreeObject)
const RequestInput = Schema.Struct({ kind: Schema.Literal("REQUEST_INPUT"), ...input })

const ReadResult = Schema.Struct({ ...Result.fields, ...reading })
const ReadBlocked = Schema.Struct({ ...Blocked.fields, ...maybeReading })
const ReadRequestInput = Schema.Struct({ ...RequestInput.fields, ...reading })

/** What a model may reply to a task that is to be carried out. */
export type ExecutionReply =
  | typeof Result.Type
  | typeof Blocked.Type
  | typeof RequestInput.Type
  | typeof ReadResult.Type
  | typeof ReadBlocked.Type
  | typeof ReadRequestInput.Type

function resultWith<S extends Schema.Codec<unknown>>(ir: S) {
  return Schema.Struct({ kind: Schema.Literal("RESULT"), body: NonBlank, result_ir: Schema.optionalKey(ir) })
}

function blockedWith<S extends Schema.Codec<unknown>>(ir: S) {
  return Schema.Struct({
    kind: Schema.Literal("BLOCKED_BY_HIGHER_PRIORITY"),
    body: NonBlank,
    result_ir: Schema.optionalKey(ir)
  })
}

const reviewedReply = replySchema("kind", {
  RESULT: Result,
  BLOCKED_BY_HIGHER_PRIORITY: Blocked,
  REQUEST_INPUT: RequestInput
})
const unreviewedReply = replySchema("kind", {
  RESULT: ReadResult,
  BLOCKED_BY_HIGHER_PRIORITY: ReadBlocked,
  REQUEST_INPUT: ReadRequestInput
})

// Where programs decide, what they are has to be readable before any is run.
const verifiedReply = replySchema("kind", {
  RESULT: resultWith(ResultIr),
  BLOCKED_BY_HIGHER_PRIORITY: Blocked,
  REQUEST_INPUT: RequestInput
})
const verifiedUnreviewedReply = replySchema("kind", {
  RESULT: Schema.Struct({ ...resultWith(ResultIr).fields, ...reading }),
  BLOCKED_BY_HIGHER_PRIORITY: ReadBlocked,
  REQUEST_INPUT: ReadRequestInput
})

const outcomes = `Choose one kind:
- RESULT: the task is done. "body" is the whole deliverable, exactly as the person is to receive it, with
  nothing around it that is not part of it.
- REQUEST_INPUT: the task cannot be done without information that only the person has. "body" asks for it,
  in full and in the person's language; "expected_type" says what kind of answer is needed, and
  "description" may name it in a line. Ask for everything at once. Do not invent what you lack, and do not
  ask for what a careful worker would settle by a sensible choice, or for what was supplied already.
- BLOCKED_BY_HIGHER_PRIORITY: it has become clear that the task is out of bounds. "body" says to the person
  what is not done and why.

${boundaries}

In a RESULT you may add "result_ir", an object that says what the result rests on, for the verifier:
- "files": each file with its "filename", the requirements it "satisfies", and the "evidence".
- "reconciliation": each "requirement" with its "status", satisfied, partial or open, and the "evidence".
- "open_defects": what is known to be wrong or missing, each with a "description". Never hide one.
- "witness": what shows that the result is right. With the polarity positive, the "data" that a program
  computes; with the polarity negative, the "basis": a search with the "nodes_explored", or a proof with its
  "argument".
Evidence is a "path", and if need be the "section" and what was "observed" there. A witness that you write
out instead of computing it does not count.
- "programs": programs that the host runs, each with its "role", the "language", its "files", each with "path"
  and "content", and the "entry" that is started. Code in the "body" is never run.
- "certificate": any JSON from which a checker can tell that the result is right.`

const verified = `

The result has to be verified, so a RESULT needs a "result_ir" with "programs". Your input says in which
languages the host runs programs, and within which limits. A program has a folder of its own, and no other
file, no process and no input but what is said here. Give one of these, or both:
- a program with the role solver, which computes the witness and prints it as one JSON value, and nothing
  else, on stdout. If it finds that there is no result, it prints an object with the "polarity" negative, the
  "basis", and the "nodes_explored" or the "argument". A "witness" that you state has to be what it prints;
  better state none. A witness that stands written out in its source does not count.
- a "certificate", and a program of its own with the role checker, which reads the certificate as JSON on
  stdin, and exits with 0 only when it holds. It has to reject null and {}.
A result that rests on an argument, or that says that there is none, is published as unverified.`

const withReview = `Carry out a task. The person has confirmed the "prompt", which says what is to be done,
and the "plan", which says how. Both bind you: do all of it, nothing else, and do it that way.

Your input also holds the original "request", and the "supplied_inputs": what was asked for before and what
was answered. An answer stands beside the request and does not replace it. A "previous_turn" that is not
verified is a claim, not a fact.`

const withoutReview = `Carry out a task. Nobody reviews how you read it before you start.

Your input holds the "request", the "request_changes" that the person made to it later, an "analysis", and
the "supplied_inputs": what was asked for before and what was answered. Changes and answers stand beside the
request and do not replace it. A "previous_turn" that is not verified is a claim, not a fact.

With every RESULT and REQUEST_INPUT give your "interpretation", how you read the task, and your "approach",
how you went about it, in a few sentences each: they are published with the result.`

const repair = `An attempt was made already, and it did not pass. Your input holds its "findings": what is
wrong with it. Carry the task out anew, so that none of them holds any more. Do not argue with them, and do
not mention them in the deliverable.

`

/** What carrying out a task is asked for in: with the person's confirmation, with programs that decide, and once more. */
interface Kind {
  readonly isReviewed: boolean
  readonly isVerified: boolean
  readonly isRepair: boolean
}

function replyOf({ isReviewed, isVerified }: Kind): OperationSpec<ExecutionReply>["reply"] {
  if (isVerified) return isReviewed ? verifiedReply : verifiedUnreviewedReply
  return isReviewed ? reviewedReply : unreviewedReply
}

function specOf(kind: Kind): OperationSpec<ExecutionReply> {
  const task = `${kind.isRepair ? repair : ""}${kind.isReviewed ? withReview : withoutReview}`
  const text = `${task}\n\n${outcomes}${kind.isVerified ? verified : ""}`
  return { version: 2, instructions: instructions(text), reply: replyOf(kind) }
}

const all = new Map(
  [true, false].flatMap((isReviewed) =>
    [true, false].flatMap((isVerified) =>
      [true, false].map((isRepair) => {
        const kind = { isReviewed, isVerified, isRepair }
        return [keyOf(kind), specOf(kind)] as const
      })
    )
  )
)

function keyOf({ isReviewed, isVerified, isRepair }: Kind): string {
  return [isReviewed, isVerified, isRepair].join()
}

/** Carries out a task: what was confirmed, or a request that nobody reviews; once more with the latest findings. */
export function execution(kind: Kind): OperationSpec<ExecutionReply> {
  return all.get(keyOf(kind)) ?? specOf(kind)
}
