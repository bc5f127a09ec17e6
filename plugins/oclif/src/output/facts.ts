import type { JsonObject } from "@byhand/envelope"
import { outlet } from "./outlet-state.ts"

interface Tool {
  readonly bin: string
  readonly version?: string
}

/** A command as far as its envelope names it. */
interface NamedCommand {
  readonly id?: string | undefined
  /** `MAJOR.MINOR` of what its `data` looks like; 1.0 unless the class says otherwise. */
  readonly schemaVersion?: unknown
}

/**
 * Facts about a call that its envelope states whatever comes of it: the command's dot path, the tool's version, and the
 * version of the command's data.
 *
 * Requirement: REQ-F-022, REQ-F-023, REQ-F-024.
 */
export function callFacts({ bin, version }: Tool, command: NamedCommand | undefined): JsonObject {
  const { id, schemaVersion } = command ?? {}
  return {
    // The one command of a single-command CLI is the tool: oclif names it by a symbol's text.
    ...(id === undefined ? {} : { command: id.includes("(") ? bin : id.replaceAll(":", ".") }),
    ...(version === undefined ? {} : { tool_version: version }),
    schema_version: typeof schemaVersion === "string" ? schemaVersion : "1.0"
  }
}

/** What every envelope of this process states beside its outcome. */
export function envelopeOptions() {
  const { startedAt, warnings, meta } = outlet()
  const trace = process.env["TOOL_TRACE_ID"]
  return {
    durationMs: Math.round(performance.now() - startedAt),
    warnings,
    meta: {
      request_id: requestId(),
      timestamp: timestamp(new Date()),
      ...(trace === undefined || trace === "" ? {} : { trace_id: trace }),
      ...meta
    }
  }
}

/** Unique enough to find a call again in a log, without loading Node's cryptography for it. */
function requestId(): string {
  const parts = [Date.now(), process.pid, Math.floor(Math.random() * Number.MAX_SAFE_INTEGER)]
  return parts.map((part) => part.toString(36)).join("-")
}

/** What `toISOString` gives, which would have Node find out the machine's time zone: a tenth of what a call costs here. */
function timestamp(at: Date): string {
  const [month, day, hour, minute, second] = [
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds()
  ].map((part) => String(part).padStart(2, "0"))
  const milliseconds = String(at.getUTCMilliseconds()).padStart(3, "0")
  return `${at.getUTCFullYear()}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`
}
