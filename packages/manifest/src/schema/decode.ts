import * as Schema from "effect/Schema"
import { pointerTo } from "../json-pointer.ts"
import { mostDocumentValues, plainJson } from "../plain-json.ts"
import { everyBreach } from "./every-breach.ts"
import { ExitCodeEntry } from "./exit-code-entry.ts"
import { ManifestResponse } from "./manifest-response.ts"
import { ResponseEnvelope } from "./response-envelope.ts"

/** One thing that is wrong with a document. */
export interface DocumentProblem {
  /** JSON Pointer into the document; "" is the document itself. */
  readonly path: string
  /** What was expected there. */
  readonly message: string
}

/** A document, or everything that is wrong with it. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly DocumentProblem[] }

/**
 * Reads a manifest that somebody else wrote.
 *
 * @param document anything; what `JSON.parse` gave, as a rule
 * @returns the manifest, or every problem with its place: members that are missing, unknown or of another form, and members that
 *   contradict each other. Never throws.
 *
 * Requirement: REQ-O-041, REQ-C-036.
 *
 * @example
 * ```ts
 * import { decodeManifest } from "@byhand/manifest/schema"
 *
 * const decoded = decodeManifest({ schema_version: "3.18", framework_version: "1.0.0", commands: {} })
 * console.log(decoded.ok) // false
 * console.log(decoded.ok ? "" : decoded.problems[0]?.path) // /etag
 * ```
 */
export const decodeManifest: (document: unknown) => Decoded<ManifestResponse> = decoderOf(ManifestResponse)

/**
 * Reads what one exit code means, as somebody else wrote it.
 *
 * @param document anything
 * @returns the entry, or every problem with its place. Never throws.
 *
 * Requirement: REQ-C-001.
 *
 * @example
 * ```ts
 * import { decodeExitCodeEntry } from "@byhand/manifest/schema"
 *
 * console.log(decodeExitCodeEntry({ description: "It is done", retryable: false, side_effects: "complete" }).ok) // true
 * ```
 */
export const decodeExitCodeEntry: (document: unknown) => Decoded<ExitCodeEntry> = decoderOf(ExitCodeEntry)

/**
 * Reads an envelope that a command wrote.
 *
 * @param document anything
 * @returns the envelope, or every problem with its place. Never throws.
 *
 * Requirement: REQ-F-004.
 *
 * @example
 * ```ts
 * import { decodeEnvelope } from "@byhand/manifest/schema"
 *
 * const meta = { exit_code: 0, duration_ms: 5 }
 * console.log(decodeEnvelope({ ok: true, data: null, error: null, warnings: [], meta }).ok) // true
 * console.log(decodeEnvelope({ ok: false, data: null, error: null, warnings: [], meta }).ok) // false
 * ```
 */
export const decodeEnvelope: (document: unknown) => Decoded<ResponseEnvelope> = decoderOf(ResponseEnvelope)

function decoderOf<S extends Schema.ConstraintDecoder<unknown>>(
  schema: S
): (document: unknown) => Decoded<S["Type"]> {
  const { validate } = Schema.toStandardSchemaV1(schema, {
    parseOptions: { errors: "all", onExcessProperty: "error" }
  })["~standard"]
  return (document) => {
    const { value, faults } = plainJson(document, mostDocumentValues)
    if (value === undefined)
      return refused(faults.map(({ path, what }) => ({ path, message: `Expected plain JSON; it ${what}` })))
    const result = validate(value) as Exclude<ReturnType<typeof validate>, Promise<unknown>>
    if (result.issues === undefined) return { ok: true, value: result.value as S["Type"] }
    const issues = result.issues.map(({ path = [], message }) => ({
      path: path.map((step) => (typeof step === "object" ? step.key : step) as string | number),
      message
    }))
    return refused(
      [...issues, ...everyBreach(schema.ast, value)].map(({ path, message }) => ({
        path: path.reduce<string>(pointerTo, ""),
        message
      }))
    )
  }
}

/** Each problem once: Effect finds a rule's breaches too, where nothing else is wrong. */
function refused(problems: readonly DocumentProblem[]): Decoded<never> {
  const once = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]))
  return { ok: false, problems: [...once.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}
