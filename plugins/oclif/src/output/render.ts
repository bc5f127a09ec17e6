import type { JsonObject, JsonValue, ResponseEnvelope } from "@byhand/envelope"
import type { Format } from "../flags/names.ts"

interface Written {
  readonly format: Format
  /** How many lines of a stream stand in front of it. */
  readonly emitted?: number | undefined
  /** The JSON text of its data, where that was written before; the envelope has null there. */
  readonly text?: string | undefined
}

/** How an envelope is written in a format that a program reads (REQ-O-001, REQ-O-004). */
export function render(envelope: ResponseEnvelope, { format, emitted = 0, text }: Written): string {
  if (format === "jsonl" && envelope.ok) {
    const rows = rowsOf(envelope.data)
    return lines([...rows, summary(envelope, emitted + rows.length)])
  }
  if (format === "tsv") return envelope.ok ? table(rowsOf(envelope.data)) : ""
  const document = lines([envelope])
  return text === undefined ? document : document.replace('"data":null', () => `"data":${text}`)
}

/** The last line of a stream that nothing went wrong in. */
function summary({ warnings, meta }: ResponseEnvelope, count: number): object {
  return { _summary: true, _count: count, ...meta, ...(warnings.length === 0 ? {} : { warnings }) }
}

/**
 * The rows of a result: the members of a list; of an object with nothing but one list in it, the members of that list; any
 * other object is a row by itself.
 */
export function rowsOf(data: ResponseEnvelope["data"]): readonly JsonObject[] {
  if (data === null) return []
  if (Array.isArray(data)) return (data as readonly JsonValue[]).map(row)
  const [only, ...more] = Object.values(data)
  return more.length === 0 && Array.isArray(only)
    ? (only as readonly JsonValue[]).map(row)
    : [data as JsonObject]
}

/** What a line of a stream says: an object, whatever was yielded. */
export function row(value: JsonValue): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : { value }
}

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("")
}

function table(rows: readonly JsonObject[]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))]
  if (columns.length === 0) return ""
  const body = rows.map((cells) => columns.map((column) => cell(cells[column])))
  return [columns.map(escaped), ...body].map((cells) => `${cells.join("\t")}\n`).join("")
}

function cell(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ""
  return escaped(typeof value === "string" ? value : JSON.stringify(value))
}

/** A tab or a line feed in a cell would begin another one. An envelope has no carriage return. */
function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n")
}
