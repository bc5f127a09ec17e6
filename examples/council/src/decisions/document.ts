import type { Decision, Status } from "./decision.ts"

/** What `decisions.json` holds. */
export interface Document {
  readonly schema_version: 1
  /** The number of the next default ID; it never goes back, so that a purged ID is not given again. */
  readonly next_number: number
  readonly decisions: readonly Decision[]
}

export const emptyDocument: Document = { schema_version: 1, next_number: 1, decisions: [] }

/** Writes a document so that `cat` and `jq` read it. */
export function writeDocument(document: Document): string {
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/**
 * Reads a document; members this version does not know are kept.
 *
 * @returns the document, or why the text is none, as the end of a sentence that begins "because it …", and what else than to repair it
 *   is to be done
 */
export function readDocument(
  text: string
): { readonly document: Document } | { readonly problem: string; readonly suggestion?: string } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problem: text.trim() === "" ? "is empty" : "is not JSON, or only a part of it" }
  }
  if (!isMembers(value) || typeof value["schema_version"] !== "number")
    return { problem: "was not written by council: it has no schema_version" }
  if (value["schema_version"] !== 1)
    return {
      problem: `was written by another version of council: its schema_version is ${value["schema_version"]}, and this one reads 1`,
      suggestion: "Use the version of council that wrote it"
    }
  const { next_number: next, decisions } = value
  if (typeof next !== "number" || !Number.isSafeInteger(next) || next < 1)
    return { problem: "has no next_number that is a whole number of at least 1" }
  if (!Array.isArray(decisions)) return { problem: "has no list of decisions" }
  const odd = decisions.findIndex((decision) => !isDecision(decision))
  if (odd >= 0) return { problem: `has a decision at position ${odd} that is not complete` }
  const ids = new Set((decisions as readonly Decision[]).map(({ id }) => id))
  if (ids.size < decisions.length) return { problem: "has two decisions with one ID" }
  return { document: value as object as Document }
}

const statuses: readonly unknown[] = ["proposed", "approved", "published", "revoked"] satisfies Status[]

function isDecision(value: unknown): value is Decision {
  return (
    isMembers(value) &&
    ["id", "title", "proposed_at"].every((name) => typeof value[name] === "string") &&
    statuses.includes(value["status"]) &&
    Array.isArray(value["confirmations"])
  )
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
