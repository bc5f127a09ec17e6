// A dash that a letter, a digit or one of a few joining marks stands before is part of a word: D-42, 2026-11-30.
// Any other dash with something behind it could be read, or typed, as an option. Every dash punctuation counts, since a
// text editor may have made one out of another.
const hazards: readonly (readonly [RegExp, string])[] = [
  [/[\p{Pd}\u2212]{2}|(?<![\p{L}\p{N}\p{M}._:/@)\]+~])[\p{Pd}\u2212](?=\S|$)/u, "names an option"],
  [/=/, "sets a variable"],
  [/\$|%[A-Za-z_][^%\s]*%/, "names a variable"],
  [/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u, "holds a character that cannot be seen"]
]

/**
 * Why a text must not stand in a refusal that only a person can resolve: an agent could take from it how to get round
 * the person, or a person could not see what it says.
 */
export function textHazards(text: string): readonly string[] {
  return hazards.filter(([pattern]) => pattern.test(text)).map(([, hazard]) => hazard)
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
    // A backtick would end the code span, a leading dash makes an option or standard input of the word, and a space
    // that is not U+0020 is not the one a person would type.
    !/`|(?! )\p{Zs}|^\p{Pd}/u.test(text)
  )
}
