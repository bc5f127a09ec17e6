import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { CatalogueCase } from "./catalogue-case.ts"
import { CaseResult } from "./case-result.ts"

/**
 * A file of a catalogue that cannot be used, with everything that is wrong with it.
 *
 * @param what - which file it is, in a word
 * @param problems - one sentence each, with the number of its line
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { CatalogueError, readManifest } from "@byhand/headless/catalogue"
 * try {
 *   readManifest("not JSON")
 * } catch (error) {
 *   console.log((error as CatalogueError).problems.length) // 1
 * }
 * ```
 */
export class CatalogueError extends Error {
  readonly _tag = "CatalogueError"
  /** One sentence each, with the number of its line. */
  readonly problems: readonly string[]

  constructor(what: string, problems: readonly string[]) {
    super(`The ${what} cannot be used. ${problems.join(" ")}`)
    this.name = "CatalogueError"
    this.problems = problems
  }
}

/**
 * Reads a catalogue's manifest: one case a line.
 *
 * @param text - JSON Lines; blank lines are passed over
 * @returns the cases in their order
 * @throws CatalogueError with every problem: a line that is no case, an id that is there twice, an expected stage that no run
 * reaches by itself, which a harness error is not
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { readManifest } from "@byhand/headless/catalogue"
 * const line = { id: "13-01", category: "limits", file: "13-01.md", expected_stage: "CLOSED_UNVERIFIED" }
 * const more = { ground_truth_status: "not_required", solution_file: null, pdl_rules_stressed: [], regression_ref: null, tags: [] }
 * console.log(readManifest(JSON.stringify({ ...line, ...more })).length) // 1
 * ```
 */
export function readManifest(text: string): readonly CatalogueCase[] {
  return readLines("manifest", text, CatalogueCase)
}

/**
 * Reads a catalogue's results: one run a line. The last line of a case counts, so that one that was run again is appended.
 *
 * @param text - JSON Lines; blank lines are passed over
 * @returns the result of each case that has one, by its id
 * @throws CatalogueError with every line that is no result
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { readResults } from "@byhand/headless/catalogue"
 * const ended = { closure: "CLOSED_SUCCESS", stage: "CLOSED_SUCCESS", verification: "established", grade: "PASS" }
 * console.log(readResults(JSON.stringify({ id: "13-01", exit_code: 0, ...ended })).get("13-01")?.grade) // PASS
 * ```
 */
export function readResults(text: string): ReadonlyMap<string, CaseResult> {
  return new Map(readLines("results", text, CaseResult, true).map((result) => [result.id, result]))
}

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

function readLines<A extends { readonly id: string }>(
  what: string,
  text: string,
  schema: Schema.Codec<A, unknown>,
  mayRepeat = false
): readonly A[] {
  const read = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  const problems: string[] = []
  const all = new Map<string, number>()
  const found: A[] = []
  for (const [at, line] of text
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u)
    .entries()) {
    if (line.trim() === "") continue
    const decoded = read(line, { errors: "all" })
    if (decoded._tag === "Failure") {
      for (const { path = [], message } of issuesOf(decoded.failure.issue).issues) {
        const where = path.length === 0 ? "" : ` at ${path.map(String).join(".")}`
        problems.push(`Line ${at + 1}${where}: ${message}.`)
      }
      continue
    }
    const value = decoded.success
    const first = all.get(value.id)
    if (first !== undefined && !mayRepeat)
      problems.push(`Line ${at + 1}: the id ${JSON.stringify(value.id)} is on line ${first} already.`)
    all.set(value.id, at + 1)
    found.push(value)
  }
  if (problems.length > 0) throw new CatalogueError(what, problems)
  return found
}
