import { type Attempt, make } from "./attempt.ts"
import { type Bin, commandLine, exactEnvironment } from "./command-line.ts"
import { consentVariables } from "./consent-variables.ts"
import { PersonOnlyViolation, type Violation } from "./person-only-violation.ts"
import { refusalProblems } from "./refusal.ts"
import { changed, snapshot } from "./snapshot.ts"
import { variableWays, type WayIn, waysIn } from "./ways-in.ts"

/** What the kit must know about a person-only command to try every way in. */
export interface PersonOnlyOptions {
  /** Files and folders that must stay byte for byte as they are, or absent. */
  readonly unchanged?: readonly string[]
  /** The text the command expects; the last argument that is no flag when left out. */
  readonly answer?: string
  /** A text it does not expect; the answer with `-not` after it when left out. */
  readonly wrongAnswer?: string
  /** The folder the command runs in. */
  readonly cwd?: string
  /** Its exact environment; this process's, less `NODE_EXTRA_CA_CERTS`, when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Milliseconds after which one attempt counts as hanging, 20000 when left out. */
  readonly timeoutMs?: number
}

/**
 * Proves that a command cannot run unattested: tries every way in but a person's right answer, and expects each to be
 * refused with nothing changed. The attempts run one after another, some 25 starts of the command.
 *
 * @param bin - a path to an executable or JavaScript file, or an argv prefix
 * @param argv - arguments with which the command would run, were a person to confirm it
 * @param options - what must not change, the expected text, a wrong text, folder, environment, milliseconds to wait
 * @returns nothing, when every way in was refused
 * @throws PersonOnlyViolation which lists every way in that was not refused; TypeError when the answer is unknown
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { expectPersonOnly } from "@byhand/conformance"
 * await expectPersonOnly("bin/council.js", ["decisions", "approve", "D-42"], { unchanged: ["decisions.json"] })
 * ```
 */
export async function expectPersonOnly(
  bin: Bin,
  argv: readonly string[],
  options: PersonOnlyOptions = {}
): Promise<void> {
  const answer = answerOf(argv, options)
  const wrong = options.wrongAnswer ?? `${answer}-not`
  const attempt = (way: WayIn): Promise<readonly string[]> => problemsOf(way, bin, argv, answer, options)
  const violations: Violation[] = []
  for (const way of waysIn(answer, wrong, consentVariables(bin, answer))) {
    const problems = await attempt(way)
    if (problems.length === 0) continue
    const certain = way.variables === undefined || violations.some((violation) => violation.way === way.plain)
    violations.push(
      ...(certain ? [{ way: way.name, problems }] : await narrowed(way, problems, wrong, attempt))
    )
  }
  if (violations.length > 0) throw new PersonOnlyViolation(commandLine(bin, argv), violations)
}

function answerOf(argv: readonly string[], { answer, wrongAnswer }: PersonOnlyOptions): string {
  const known = answer ?? argv.findLast((word) => !word.startsWith("-"))
  if (known === undefined || known === "" || known === wrongAnswer) {
    throw new TypeError(
      `The answer the command expects is unknown or the same as the wrong one. Expected a text in options.answer, received ${JSON.stringify(known)}.`
    )
  }
  return known
}

async function problemsOf(
  way: WayIn,
  bin: Bin,
  argv: readonly string[],
  answer: string,
  options: PersonOnlyOptions
): Promise<readonly string[]> {
  const before = snapshot(options.unchanged ?? [])
  const set = Object.fromEntries((way.variables ?? []).map(({ name, value }) => [name, value]))
  const attempt: Attempt = {
    command: commandLine(bin, withFlag(argv, way.flag)),
    place: way.place,
    hands: way.hands,
    answer,
    cwd: options.cwd,
    env: { ...exactEnvironment(options.env), ...set },
    timeoutMs: options.timeoutMs ?? 20_000
  }
  const problems = await make(attempt).then(
    (outcome) => refusalProblems(outcome, way.refusal),
    (hanging: Error) => [hanging.message]
  )
  const touched = changed(before, snapshot(options.unchanged ?? []))
  return [...problems, ...touched.map((path) => `It changed ${path}.`)]
}

/** Where a group of variables got in, those that do it alone, found by halving; the group when it takes more than one. */
async function narrowed(
  way: WayIn,
  problems: readonly string[],
  wrong: string,
  attempt: (way: WayIn) => Promise<readonly string[]>
): Promise<readonly Violation[]> {
  const variables = way.variables ?? []
  const middle = Math.ceil(variables.length / 2)
  const found: Violation[] = []
  for (const half of [variables.slice(0, middle), variables.slice(middle)]) {
    if (half.length === 0 || half.length === variables.length) continue
    const part = variableWays(half, wrong).find(({ place }) => place === way.place)!
    const stillIn = await attempt(part)
    if (stillIn.length > 0) found.push(...(await narrowed(part, stillIn, wrong, attempt)))
  }
  return found.length > 0 ? found : [{ way: way.name, problems }]
}

function withFlag(argv: readonly string[], flag: string | undefined): readonly string[] {
  if (flag === undefined) return argv
  const end = argv.indexOf("--")
  return end < 0 ? [...argv, flag] : argv.toSpliced(end, 0, flag)
}
