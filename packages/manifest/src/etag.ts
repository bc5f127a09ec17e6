import { canonicalJson } from "./canonical-json.ts"

/**
 * Names the content of a JSON value: the SHA-256 of its canonical form.
 *
 * @param value a JSON value
 * @returns `sha256:` and 64 hexadecimal digits
 * @throws TypeError when the value has no canonical form (see `canonicalJson`)
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import { etag } from "@byhand/manifest"
 *
 * console.log(etag({})) // sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a
 * ```
 */
export function etag(value: unknown): string {
  // Loaded here: a command that only checks its declaration never hashes.
  const { createHash } = process.getBuiltinModule("node:crypto")
  return `sha256:${createHash("sha256").update(canonicalJson(value), "utf8").digest("hex")}`
}
