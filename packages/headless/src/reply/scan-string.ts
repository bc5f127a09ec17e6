const quote = 34
const backslash = 92

/**
 * The end of the string that begins at a quote: the position after its closing quote, or -1 when it is not one. Raw control
 * characters are allowed in it, unlike in JSON.
 */
export function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code !== backslash) continue
    const length = escapeLength(text, at)
    if (length === 0) return -1
    at += length - 1
  }
  return -1
}

function escapeLength(text: string, at: number): number {
  const next = text.charAt(at + 1)
  if (next === "u") return /^[0-9a-fA-F]{4}$/u.test(text.slice(at + 2, at + 6)) ? 6 : 0
  return next !== "" && '"\\/bfnrt'.includes(next) ? 2 : 0
}

/**
 * The same JSON with the raw control characters in its strings written as escapes, so that any parser reads it.
 *
 * @param json text that is JSON but for such characters
 */
export function withoutRawControls(json: string): string {
  if (json.search(rawControl) === -1) return json
  const parts: string[] = []
  let copied = 0
  for (let at = json.indexOf('"'); at !== -1; at = json.indexOf('"', copied)) {
    const end = endOfString(json, at)
    if (end === -1) break
    parts.push(
      json.slice(copied, at),
      json.slice(at, end).replaceAll(rawControl, (char) => escapes[char.charCodeAt(0)] ?? "")
    )
    copied = end
  }
  return parts.join("") + json.slice(copied)
}

const rawControl = /[\u0000-\u001f]/g
const escapes = Array.from({ length: 32 }, (_, code) => `\\u${code.toString(16).padStart(4, "0")}`)
