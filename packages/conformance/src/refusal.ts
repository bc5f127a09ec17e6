import type { Outcome } from "./attempt.ts"
import { personMark } from "./run-as-person.ts"

/** How a refusal must look. */
export interface Refusal {
  /** The exit codes that are a refusal. Under code 2, a usage error, nothing ran and the document is another's. */
  readonly codes: readonly number[]
  /** Whether the question must be asked (a person is there), must not be asked, or may be. */
  readonly asks: "must" | "must not" | "may"
  /** A text the question must show. */
  readonly shows?: string
}

/**
 * What is wrong with an outcome that had to be a refusal, as sentences. Written from REQ-C-036 alone and sharing no code
 * with what it judges, so that a mistake there is not excused here.
 */
export function refusalProblems(outcome: Outcome, expected: Refusal): readonly string[] {
  const { exitCode, stdout, raw, shown } = outcome
  const problems: string[] = []
  if (!expected.codes.includes(exitCode)) {
    problems.push(`It exited ${exitCode}; expected ${expected.codes.join(" or ")}.`)
  }
  if (shown !== undefined && expected.asks === "must not") {
    problems.push("It asked, though a person cannot both see and answer the question there.")
  }
  if (shown === undefined && expected.asks === "must") {
    problems.push(`It did not ask: the mark ${brief(personMark)} never appeared on a line of its own.`)
  }
  if (shown !== undefined && !shown.includes(expected.shows ?? "")) {
    problems.push(
      `The question does not show ${brief(expected.shows)}. When another text is to be typed, name it in options.answer.`
    )
  }
  if (exitCode === 2) return problems
  const code = shown === undefined ? "PERSON_REQUIRED" : "ATTESTATION_MISMATCH"
  const document = stdout === undefined ? documentIn(raw) : stdout
  if (exitCode === 4 && document !== undefined) problems.push(...documentProblems(document, code))
  else if (stdout !== undefined && exitCode !== 4 && stdout !== "")
    problems.push(`Its stdout was ${brief(stdout)}.`)
  return problems
}

/** A terminal shows a document only in JSON mode, among other lines. */
function documentIn(raw: string): string | undefined {
  return raw.split(/\r*\n/).find((line) => line.startsWith('{"ok":'))
}

function documentProblems(text: string, code: string): readonly string[] {
  const document = parsed(text)
  if (document === undefined) return [`Its stdout is not one JSON document, but ${brief(text)}.`]
  const error = isRecord(document["error"]) ? document["error"] : {}
  const meta = isRecord(document["meta"]) ? document["meta"] : {}
  const suggestion = error["suggestion"]
  const problems: string[] = []
  const expect = (holds: boolean, problem: string): void => void (holds || problems.push(problem))
  expect(document["ok"] === false, `ok is ${brief(document["ok"])}; expected false.`)
  expect(document["data"] === null, `data is ${brief(document["data"])}; expected null.`)
  expect(error["code"] === code, `error.code is ${brief(error["code"])}; expected "${code}".`)
  expect(error["retryable"] === false, `error.retryable is ${brief(error["retryable"])}; expected false.`)
  expect(!("fix_command" in error), `error.fix_command is ${brief(error["fix_command"])}; expected none.`)
  expect(meta["exit_code"] === 4, `meta.exit_code is ${brief(meta["exit_code"])}; expected 4.`)
  expect(
    code !== "PERSON_REQUIRED" || (typeof suggestion === "string" && suggestion !== ""),
    `error.suggestion is ${brief(suggestion)}; expected a sentence that hands the command to a person.`
  )
  for (const [name, value] of Object.entries(error)) {
    const found = typeof value === "string" ? wayRound.exec(value)?.[0]?.trim() : undefined
    expect(found === undefined, `error.${name} names ${brief(found)}; expected no flag and no variable.`)
  }
  return problems
}

/** A flag, an assignment or a variable: what an agent would try next. */
const wayRound = /(?:^|[\s`'"(])--?[A-Za-z][\w-]*|\b[A-Za-z_]\w*=|\$\{?[A-Za-z_]\w*/u

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? "missing"
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
