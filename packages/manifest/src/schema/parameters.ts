import * as Schema from "effect/Schema"
import { elementsOf, memberOf, membersOf } from "../json.ts"
import { anyObject, mapOf, text, textLike, whole } from "./fields.ts"
import { ruleBetween } from "./rule-between.ts"
import { ruleOn } from "./rule-on.ts"

export const MediaTypeMap = mapOf(
  textLike(/^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/, "a media type in lower case"),
  /./su,
  "the name of a format"
)
  .check(Schema.isMinProperties(1))
  .annotate({ identifier: "MediaTypeMap" })

export const EnvVarEntry = Schema.Struct({
  name: textLike(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of a variable"),
  deprecated: Schema.optionalKey(Schema.Boolean),
  description: Schema.optionalKey(text)
}).annotate({ identifier: "EnvVarEntry" })

const choices = Schema.optionalKey(Schema.Array(Schema.Union([text, whole])))

/** The choices of an integer are whole numbers; those of every other type are texts. */
const typedChoices = ruleOn(
  (entry) => {
    const type = memberOf(entry, "type")
    const wanted = type === "integer" ? "number" : "string"
    return elementsOf(memberOf(entry, "enum_values")).flatMap((value, at) =>
      typeof value === wanted
        ? []
        : [
            {
              path: ["enum_values", at],
              message: `Expected a ${wanted} next to type: ${JSON.stringify(type)}`
            }
          ]
    )
  },
  {
    if: { required: ["type"], properties: { type: { const: "integer" } } },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
    then: { properties: { enum_values: { items: { type: "integer" } } } },
    else: { properties: { enum_values: { items: { type: "string" } } } }
  }
)

/**
 * One option in a manifest.
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { FlagEntry } from "@byhand/manifest/schema"
 *
 * console.log(Schema.is(FlagEntry)({ type: "boolean", required: false, description: "Preview only" })) // true
 * ```
 */
export const FlagEntry = Schema.Struct({
  type: Schema.Literals(["string", "integer", "number", "boolean", "array", "enum", "object"]),
  required: Schema.Boolean,
  description: text,
  default: Schema.optionalKey(Schema.Json),
  enum_values: choices,
  short: Schema.optionalKey(text.check(Schema.isMaxCodePoints(1))),
  pattern: Schema.optionalKey(text),
  pattern_type: Schema.optionalKey(Schema.Literals(["alphanumeric_id", "uuid", "semver", "filepath", "url"])),
  env_vars: Schema.optionalKey(Schema.Array(EnvVarEntry).check(Schema.isMinLength(1))),
  schema: Schema.optionalKey(anyObject),
  media_types: Schema.optionalKey(MediaTypeMap)
})
  .check(
    typedChoices,
    ruleBetween({ when: { pattern_type: "any" }, without: { pattern: "any" } }),
    ruleBetween({ when: { type: ["object"] }, needs: ["schema"] }),
    ruleBetween({ when: { schema: "any" }, only: { type: ["object", "array"] } }),
    ruleBetween({ when: { media_types: "any" }, needs: ["enum_values"], only: { type: ["enum"] } })
  )
  .annotate({ identifier: "FlagEntry" })

/** Flags by long name; media types stand at the root flag format only. */
const flagsBut = (...withMediaTypes: readonly string[]) =>
  Schema.Record(Schema.String, FlagEntry).check(
    ruleOn(
      (flags) =>
        membersOf(flags)
          .filter(
            ([name, flag]) => memberOf(flag, "media_types") !== undefined && !withMediaTypes.includes(name)
          )
          .map(([name]) => ({
            path: [name, "media_types"],
            message: "Expected no media types but on the root flag format"
          })),
      {
        properties: Object.fromEntries(withMediaTypes.map((name) => [name, {}])),
        additionalProperties: { not: { required: ["media_types"] } }
      }
    )
  )

export const CommandFlags = flagsBut()
export const RootFlags = flagsBut("format")

/**
 * One positional argument in a manifest.
 *
 * Requirement: REQ-C-015
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { PositionalEntry } from "@byhand/manifest/schema"
 *
 * console.log(Schema.is(PositionalEntry)({ name: "id", type: "string", required: true, description: "A decision" })) // true
 * ```
 */
export const PositionalEntry = Schema.Struct({
  name: textLike(/^[a-z][a-z0-9_-]*$/, "a name of lower-case letters, digits, - and _"),
  type: Schema.Literals(["string", "integer", "number", "enum"]),
  required: Schema.Boolean,
  description: text,
  enum_values: choices,
  variadic: Schema.optionalKey(Schema.Boolean)
})
  .check(typedChoices, ruleBetween({ when: { type: ["enum"] }, needs: ["enum_values"] }))
  .annotate({ identifier: "PositionalEntry" })
