import { hash } from "node:crypto"

/** The SHA-256 of text in UTF-8, or of bytes, in hexadecimal. */
export function sha256Of(content: string | Uint8Array): string {
  return hash("sha256", content, "hex")
}
