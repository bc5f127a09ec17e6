/** A control character or the final letter of a `CSI` sequence, with its numbers. */
export interface Control {
  readonly name: string
  readonly values: readonly number[]
}

// One pass over terminal output: CSI, then strings (OSC, DCS, SOS, PM, APC) up to their terminator, then two- and
// three-character escapes, then any other control character, then one character of text.
const piece =
  /\u001b\[([\d;:<=>?]*)[ -/]*([@-~])|\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -/]+[0-~]|\u001b[0-Z\\`-~]|([\u0000-\u001f\u007f-\u009f])|([^\u0000-\u001f\u007f-\u009f])/gu

/**
 * Cuts terminal output into characters and controls; a sequence that is not finished is handed back as the rest.
 * Sequences that only colour, name or query are left out.
 */
export function tokens(output: string): {
  readonly tokens: readonly (string | Control)[]
  readonly rest: string
} {
  const found: (string | Control)[] = []
  const end = unfinishedAt(output)
  for (const [, numbers, final, control, character] of output.slice(0, end).matchAll(piece)) {
    if (character !== undefined) found.push(character)
    else if (control !== undefined) found.push({ name: control, values: [] })
    else if (final !== undefined && !/[<=>?]/.test(numbers!))
      found.push({ name: final, values: valuesOf(numbers!) })
  }
  return { tokens: found, rest: output.slice(end) }
}

function valuesOf(numbers: string): readonly number[] {
  return numbers === "" ? [] : numbers.split(/[;:]/).map(Number)
}

const unfinished = /\u001b(?:\[[ -?]*|[ -/]*|[\]PX^_][^\u0007\u001b]*\u001b?)$/u

/** Where a sequence begins that the next output will finish, or the length of the output. */
function unfinishedAt(output: string): number {
  const at = output.search(unfinished)
  return at < 0 ? output.length : at
}
