import * as Schema from "effect/Schema"
import type { JsonObject } from "@byhand/envelope"
import { isObject } from "../json.ts"

/** One place where a rule is broken. */
export interface Breach {
  /** From the object that the rule is on. */
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Finds where an object breaks a rule. The object may be wrong in other ways too. */
export type BreachesOf = (object: JsonObject) => readonly Breach[]

/**
 * A rule on an object as a check of its schema, and the same rule in words of JSON Schema.
 *
 * Effect checks an object only when each of its members is in order, so the check also carries what finds its breaches: a
 * decoder that lists everything asks that.
 */
export function ruleOn(breachesOf: BreachesOf, jsonSchema: object) {
  return Schema.makeFilter<object>(
    (value) => breachesOf(value as JsonObject).map(({ path, message }) => ({ path, issue: message })),
    { expected: "fields that agree with each other", toJsonSchema: () => jsonSchema as never, breachesOf }
  )
}

/** What finds the breaches of a check, when it is a rule on an object. */
export function breachesIn(
  annotations: Schema.Annotations.Filter | undefined,
  value: unknown
): readonly Breach[] {
  const breachesOf = annotations?.["breachesOf"] as BreachesOf | undefined
  return breachesOf === undefined || !isObject(value as never) ? [] : breachesOf(value as JsonObject)
}
