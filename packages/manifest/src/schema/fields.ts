import * as Schema from "effect/Schema"
import { ruleOn } from "./rule-on.ts"

/** The forms of which the documents are made. */

export const text = Schema.String
export const texts = Schema.Array(text)

/** Several texts, no two alike. */
export const severalTexts = texts.check(Schema.isMinLength(2), Schema.isUnique())

/** A whole number, however large: JSON has no bound for one. */
export const whole = Schema.Finite.check(
  Schema.makeFilter((value) => Number.isInteger(value), {
    expected: "a whole number",
    toJsonSchema: () => ({ type: "integer" })
  })
)

/** A whole number of at least `least`, and at most `most`. */
export const wholeFrom = (least: number, most?: number) => {
  const bounded = whole.check(Schema.isGreaterThanOrEqualTo(least))
  return most === undefined ? bounded : bounded.check(Schema.isLessThanOrEqualTo(most))
}

/** A text of a form; `expected` names it. */
export const textLike = (form: RegExp, expected: string) =>
  text.check(
    Schema.makeFilter((value) => form.test(value), {
      expected,
      toJsonSchema: () => ({ pattern: form.source })
    })
  )

/** An error's code. */
export const errorCode = textLike(
  /^[A-Z][A-Z0-9_]+$/,
  "capital letters, digits and underscores, at least two"
)

/** A JSON object of whatever members. */
export const anyObject = Schema.Record(Schema.String, Schema.Json)

/** Members of one form, whose names have a form of their own. */
export const mapOf = <S extends Schema.Constraint>(member: S, names: RegExp, expected: string) =>
  Schema.Record(Schema.String, member).check(
    ruleOn(
      (map) =>
        Object.keys(map)
          .filter((name) => !names.test(name))
          .map((name) => ({ path: [name], message: `Expected ${expected} for its name` })),
      { propertyNames: { pattern: names.source } }
    )
  )
