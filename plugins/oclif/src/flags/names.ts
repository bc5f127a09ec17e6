/** The flags that every command of a host understands, in a list that costs nothing to load. */
export const globalFlagNames = ["format", "non-interactive", "schema", "output-schema"] as const

/** Other names of them (REQ-O-013). */
export const globalFlagAliases: Readonly<Record<string, (typeof globalFlagNames)[number]>> = {
  "print-schema": "schema"
}

/** How a result is written: one envelope, one JSON object to a line, rows separated by tabs, or text for a person (REQ-O-001). */
export const formats = ["json", "jsonl", "tsv", "plain"] as const

/** One of them. */
export type Format = (typeof formats)[number]

/** Whether a text names a format. */
export function isFormat(text: string | undefined): text is Format {
  return (formats as readonly (string | undefined)[]).includes(text)
}
