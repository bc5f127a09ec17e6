import { createHash } from "node:crypto"

/** The longest name that every client of the protocol takes. */
const mostCharacters = 64
const digits = 8

/**
 * The name of a command as a tool: its words, joined by underscores.
 *
 * The name depends on the command alone, so no other command that comes or goes changes it. Words of letters, digits and
 * dashes cannot run into each other; a command with other characters in its name, or with a long one, gets a digest of its
 * whole name behind two underscores, which no such words have.
 *
 * @param bin the name of the tool itself, for the one command of a CLI that has only one
 */
export function toolName(path: readonly string[], bin: string): string {
  const words = path.length === 0 ? [bin] : path
  const plain = words.join("_")
  if (plain.length <= mostCharacters && words.every((word) => /^[A-Za-z0-9-]+$/.test(word))) return plain
  const digest = createHash("sha256").update(words.join("\0")).digest("hex").slice(0, digits)
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]+/g, "-").replaceAll(/_{2,}/g, "_")
  return `${readable.slice(0, mostCharacters - digits - 2)}__${digest}`
}
