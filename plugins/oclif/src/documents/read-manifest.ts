import { readFileSync } from "node:fs"
import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { ManifestResponse } from "@byhand/manifest"
import { markForOclif } from "../output/oclif-error.ts"

/**
 * Reads a manifest from a file: the document itself, or the envelope in which `manifest --format json` gives it.
 *
 * @throws CommandError `MANIFEST_NOT_FOUND` (5) when there is no such file, `INVALID_MANIFEST` (2) when it holds something else
 */
export function readManifest(file: string): ManifestResponse {
  const document = parsed(file, textOf(file))
  const manifest = isRecord(document) && isRecord(document["data"]) ? document["data"] : document
  const isManifest =
    isRecord(manifest) &&
    /^3\.\d+$/.test(String(manifest["schema_version"])) &&
    isRecord(manifest["commands"]) &&
    Object.values(manifest["commands"]).every(
      (entry) =>
        isRecord(entry) &&
        isRecord(entry["flags"]) &&
        isRecord(entry["exit_codes"]) &&
        Array.isArray(entry["required_scopes"])
    )
  if (isManifest) return manifest as unknown as ManifestResponse
  throw invalid(file, "it is no manifest of the versions 3.x")
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (cause) {
    throw markForOclif(
      new CommandError({
        code: "MANIFEST_NOT_FOUND",
        exit: CommandExit.NOT_FOUND,
        message: `The file ${JSON.stringify(file)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
        suggestion: "Save a manifest first, with the command manifest of the tool as it was",
        cause
      }),
      { printed: false }
    )
  }
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid(file, `it is no JSON (${cause instanceof Error ? cause.message : String(cause)})`)
  }
}

function invalid(file: string, why: string): CommandError {
  return markForOclif(
    new CommandError({
      code: "INVALID_MANIFEST",
      exit: CommandExit.ARG_ERROR,
      phase: "validation",
      message: `The file ${JSON.stringify(file)} cannot be compared: ${why}.`,
      fixRequired: "Name a file that the command manifest of a tool wrote"
    }),
    { printed: false }
  )
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
