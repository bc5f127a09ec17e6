/** One thing that is wrong with a reply. */
export interface ReplyIssue {
  /** Where, as a JSON pointer; "" for the reply itself. */
  readonly path: string
  readonly message: string
}

/** Why a reply cannot be used. */
export type ReplyReason =
  | "cut_off"
  | "empty"
  | "invalid_json"
  | "not_object"
  | "too_deep"
  | "missing_kind"
  | "unknown_kind"
  | "invalid_fields"

/** A reply that cannot be used, with what is wrong with it. */
export interface ReplyError {
  readonly _tag: "ReplyError"
  readonly reason: ReplyReason
  /** A sentence: what is wrong, and what was expected. */
  readonly message: string
  /** Of the fields, at most ten. */
  readonly issues: readonly ReplyIssue[]
}

const sentences: Readonly<
  Record<Exclude<ReplyReason, "missing_kind" | "unknown_kind" | "invalid_fields">, string>
> = {
  cut_off: "The reply ends because the output limit was reached. Expected a whole, shorter reply.",
  empty: "The reply is empty. Expected one JSON object.",
  invalid_json: "The reply holds no JSON object that can be read. Expected one JSON object and nothing else.",
  not_object: "The reply is JSON, and not an object. Expected one JSON object.",
  too_deep: "The reply's objects and lists lie in each other more than 256 deep. Expected a flatter one."
}

export function unreadable(reason: keyof typeof sentences): ReplyError {
  return { _tag: "ReplyError", reason, message: sentences[reason], issues: [] }
}

const mostIssues = 10

export function invalidFields(kind: string, all: readonly ReplyIssue[]): ReplyError {
  const issues = all.slice(0, mostIssues)
  const list = issues.map(({ path, message }) => `${path === "" ? "the reply" : path}: ${message}`).join("; ")
  return {
    _tag: "ReplyError",
    reason: "invalid_fields",
    message: `The reply is not what a ${kind} is. ${list}.`,
    issues
  }
}

export function wrongKind(key: string, given: unknown, known: readonly string[]): ReplyError {
  const reason = typeof given === "string" ? "unknown_kind" : "missing_kind"
  const found =
    typeof given === "string" ? `${JSON.stringify(short(given))} is not known` : "is missing, or is no text"
  const message = `The reply's "${key}" ${found}. Expected one of: ${known.join(", ")}.`
  return {
    _tag: "ReplyError",
    reason,
    message,
    issues: [{ path: `/${key}`, message: `Expected one of: ${known.join(", ")}` }]
  }
}

/** A JSON pointer whose keys are cut to a length that can be shown. */
export function pointer(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${short(String(key)).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")
}

function short(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 99)}…`
}

/**
 * What a model is told when it is asked once more.
 *
 * @param error - what was wrong with the reply before
 * @returns a text that names it, to be added to the request. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { decodeReply, feedbackOf, operationSpec } from "@byhand/headless"
 * const decoded = decodeReply(operationSpec("DRAFT_PLAN").reply, { reply: "[]", cut_off: false })
 * if (decoded._tag === "Undecoded") console.log(feedbackOf(decoded.error).split(". ")[1]) // The reply is JSON, and not an object
 * ```
 */
export function feedbackOf(error: ReplyError): string {
  return `Your last reply could not be used. ${error.message}\nReply again, with one JSON object and nothing else.`
}
