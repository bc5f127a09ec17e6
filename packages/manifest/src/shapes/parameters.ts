import type { JsonObject } from "@byhand/envelope"
import { demand, forbid } from "../demand.ts"
import { type Finding, mismatch } from "../finding.ts"
import { elementsOf, memberOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import { mediaTypes } from "./media-types.ts"
import { record } from "./record.ts"
import { anything, choice, listOf, mapOf, matching, schemaObject, simple, text, truthValue } from "./shape.ts"

const envVar = record({
  expected: "an environment variable",
  example: '{ name: "COUNCIL_HOME" }',
  required: ["name"],
  members: {
    name: matching(/^[A-Za-z_][A-Za-z0-9_]*$/, "a variable's name", "COUNCIL_HOME"),
    deprecated: truthValue,
    description: text
  }
})

const choiceValue = simple(
  "a string or a whole number",
  '"open"',
  (value) => typeof value === "string" || Number.isInteger(value)
)

const flag = record({
  expected: "a flag",
  example: '{ type: "boolean", required: false, description: "…" }',
  required: ["type", "required", "description"],
  members: {
    type: choice("string", "integer", "number", "boolean", "array", "enum", "object"),
    required: truthValue,
    description: text,
    default: anything,
    enum_values: listOf(choiceValue),
    short: simple(
      "at most one character",
      '"y"',
      (value) => typeof value === "string" && [...value].length <= 1
    ),
    pattern: text,
    pattern_type: choice("alphanumeric_id", "uuid", "semver", "filepath", "url"),
    env_vars: listOf(envVar, { least: 1 }),
    schema: schemaObject,
    media_types: mediaTypes
  },
  among: (value, path) => [...amongFlag(value, path), ...typedChoices(value, path)]
})

const positional = record({
  expected: "a positional argument",
  example: '{ name: "id", type: "string", required: true, description: "…" }',
  required: ["name", "type", "required", "description"],
  members: {
    name: matching(/^[a-z][a-z0-9_-]*$/, "a name of lower-case letters, digits, - and _", "id"),
    type: choice("string", "integer", "number", "enum"),
    required: truthValue,
    description: text,
    enum_values: listOf(choiceValue),
    variadic: truthValue
  },
  among: (value, path) => [
    ...(memberOf(value, "type") === "enum"
      ? demand(value, path, "enum_values", "the values of the enum", '["open", "closed"]')
      : []),
    ...typedChoices(value, path)
  ]
})

/** The flags of one command, by name. */
export const commandFlags = mapOf(flag, { example: "{}" })

/** The positional arguments of one command, in call order. */
export const commandPositionals = listOf(positional)

function amongFlag(value: JsonObject, path: string): readonly Finding[] {
  const type = memberOf(value, "type")
  const takesSchema = type === undefined || type === "object" || type === "array"
  const isPlain = !["schema", "pattern_type", "media_types"].some((name) => Object.hasOwn(value, name))
  if (isPlain && type !== "object") return []
  return [
    ...(type === "object"
      ? demand(value, path, "schema", "the schema of an object flag", '{ "type": "object" }')
      : []),
    ...(takesSchema
      ? []
      : forbid(value, path, "schema", `no schema on a flag of type ${JSON.stringify(type)}`)),
    ...(Object.hasOwn(value, "pattern_type")
      ? forbid(value, path, "pattern", "no pattern next to pattern_type")
      : []),
    ...forbid(value, path, "media_types", "media_types on the root flag format only")
  ]
}

/** An integer's choices are whole numbers; every other type's are strings. */
function typedChoices(value: JsonObject, path: string): readonly Finding[] {
  const whole = memberOf(value, "type") === "integer"
  return elementsOf(memberOf(value, "enum_values")).flatMap((element, index) =>
    (whole ? Number.isInteger(element) : typeof element === "string")
      ? []
      : [
          mismatch(
            pointerTo(pointerTo(path, "enum_values"), index),
            element,
            whole ? "a whole number, as the type is integer" : "a string, as the type is not integer",
            whole ? "1" : '"open"'
          )
        ]
  )
}
