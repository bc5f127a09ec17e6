import { outlet } from "./outlet-state.ts"

/**
 * What an envelope does not hold as it stands: in the text of a JSON document, what a terminal would act on, and half a surrogate
 * pair. A text with a backslash in it may look like that, and is then cleaned for nothing.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const hazard = /\\(?:[bfr]|u00[01]|ud[89a-f])|[\x7f-\x9f]/

/** What is longer is left to the envelope, which cuts it. */
const mostCharacters = 2 ** 27

/**
 * Writes a large result of JSON values now, and keeps the text: the envelope is written with it, and the result is not copied and
 * cleaned text by text, which takes longer than to make a manifest. A result with anything to clean is left to the envelope.
 *
 * @param data plain JSON values, and nothing that changes until the call ends
 */
export function keepText(data: object): void {
  const text = JSON.stringify(data)
  if (text.length <= mostCharacters && !hazard.test(text)) outlet().kept = { data, text }
}
