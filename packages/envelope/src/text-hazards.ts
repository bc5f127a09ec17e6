/** What a text is looked at for. The same rules read a text of ASCII and any other; only what a class of characters is differs. */
interface Patterns {
  readonly hazards: readonly (readonly [RegExp, string])[]
  readonly unquotable: RegExp
}

interface Classes {
  readonly dash: string
  readonly word: string
  readonly unseen: string
  readonly foreignSpace: string
}

function patterns({ dash, word, unseen, foreignSpace }: Classes): Patterns {
  return {
    hazards: [
      // A dash that a letter, a digit or one of a few joining marks stands before is part of a word: D-42, 2026-11-30.
      // Any other dash with something behind it could be read, or typed, as an option.
      [new RegExp(`[${dash}]{2}|(?<![${word}._:/@)\\]+~])[${dash}](?=\\S|$)`, "u"), "names an option"],
      [/=/, "sets a variable"],
      [/\$|%[A-Za-z_][^%\s]*%/, "names a variable"],
      [new RegExp(`[${unseen}]`, "u"), "holds a character that cannot be seen"]
    ],
    // A backtick would end the code span, a leading dash makes an option or standard input of the word, and a space
    // that is not U+0020 is not the one a person would type.
    unquotable: new RegExp(`\`|${foreignSpace}|^[${dash}]`, "u")
  }
}

const ascii = patterns({
  dash: "\\-",
  word: "A-Za-z0-9",
  unseen: "\\x00-\\x1f\\x7f",
  // None: this never matches.
  foreignSpace: "[]"
})
let unicode: Patterns | undefined

/** An engine takes milliseconds to work out what Unicode calls a letter, and most refusals are plain ASCII. */
function patternsFor(text: string): Patterns {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(text)) return ascii
  return (unicode ??= patterns({
    // Every dash punctuation counts, since a text editor may have made one out of another.
    dash: "\\p{Pd}\\u2212",
    word: "\\p{L}\\p{N}\\p{M}",
    unseen: "\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}",
    foreignSpace: "(?! )\\p{Zs}"
  }))
}

/**
 * Why a text must not stand in a refusal that only a person can resolve: an agent could take from it how to get round
 * the person, or a person could not see what it says.
 */
export function textHazards(text: string): readonly string[] {
  return patternsFor(text)
    .hazards.filter(([pattern]) => pattern.test(text))
    .map(([, hazard]) => hazard)
}

/**
 * Whether a text can be quoted in a refusal, inside a code span, and read for exactly what it is.
 *
 * @param longest - the most characters it may have
 */
export function quotable(text: unknown, longest: number): text is string {
  return (
    typeof text === "string" &&
    text.length <= longest &&
    textHazards(text).length === 0 &&
    !patternsFor(text).unquotable.test(text)
  )
}
