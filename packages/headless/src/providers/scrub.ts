/** Takes out of a text what must not stand in a record. */
export interface Scrubber {
  /** Of what a provider says of a failure: secrets, and whatever looks like a key, an account, a person or a page. */
  said(text: string): string
  /** Of what a model replied: the secrets that are known, and nothing else, because the reply is the work itself. */
  replied(text: string): string
}

/** More of a message than any record keeps, and little enough to be looked through quickly. */
const longestMessage = 20_000

/** Local servers are called with a word for a key, such as "ollama". Words of a deliverable are not taken out of it. */
const shortestSecret = { said: 4, replied: 16 } as const

const patterns: readonly (readonly [RegExp, string])[] = [
  // A page of a key or of an account has its id in the address.
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'<>)\]]+/gi, "[address]"],
  [/\bwww\.[^\s"'<>)\]]+/gi, "[address]"],
  [/[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}/g, "[e-mail]"],
  [/\b(?:bearer|basic)\s+[^\s"',;]{4,}/gi, "[key]"],
  [/\beyJ[\w-]{8,4000}\.[\w-]+(?:\.[\w-]+)?/g, "[key]"],
  // Providers repeat a wrong key with stars in its middle.
  [/\b(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|csk|r8|ghp|key|token)[-_][\w*.…-]{4,}/gi, "[key]"],
  [/\bAIza[\w-]{20,}/g, "[key]"],
  [/[\w-]{0,32}\*{3,}[\w-]{0,32}/g, "[key]"],
  [/\barn:aws[\w-]*:[^\s"',]+/gi, "[account]"],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, "[account]"],
  [
    /\b(?:org|organization|proj|project|acct|account|user|usr|team|tenant|customer|cus|sub|ws|workspace)[-_](?=[\w-]{0,200}\d)[\w-]{4,}/gi,
    "[account]"
  ],
  [
    /\b((?:organi[sz]ation|project|account|user|team|tenant|customer|workspace|subscription)(?:[ _-]?id)?\s{0,3}[:=#]?\s{0,3}["'`]?)(?=[\w-]{0,200}\d)[\w-]{4,}/gi,
    "$1[account]"
  ],
  // Whatever else is long and has no words in it.
  [/\b(?=[A-Za-z]{0,200}\d)(?=\d{0,200}[A-Za-z])[A-Za-z\d]{24,}/g, "[key]"],
  [/\b(?=[\w-]{0,200}\d)[\w-]{40,}/g, "[key]"],
  [/\b\d{12,}\b/g, "[account]"]
]

/**
 * Makes the one function through which every text of a provider goes before it is recorded, told or logged.
 *
 * @param secrets the key, and the values of headers that the host adds: they are taken out wherever they stand
 */
export function scrubber(secrets: readonly string[]): Scrubber {
  const spellings = secrets
    .map((secret) => Buffer.from(secret).toString())
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((spelling, index, all) => all.indexOf(spelling) === index)
    .toSorted((a, b) => b.length - a.length)
  const without = (text: string, shortest: number): string =>
    spellings
      .filter(({ length }) => length >= shortest)
      .reduce((left, spelling) => left.replaceAll(spelling, "[secret]"), text)
  return {
    said: (text) => {
      const known = without(beginningOf(text), shortestSecret.said)
      return patterns.reduce((left, [pattern, name]) => left.replace(pattern, name), oneLine(known))
    },
    replied: (text) => without(text, shortestSecret.replied)
  }
}

/** The beginning of a long text, without the word that the cut goes through: half a key is still half a key. */
function beginningOf(text: string): string {
  if (text.length <= longestMessage) return text
  return text.slice(0, longestMessage).replace(/\S+$/u, "")
}

/** Control characters would be acted on by a terminal, and a line break would end the line of a log. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim()
}
