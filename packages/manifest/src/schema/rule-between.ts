import type { JsonObject, JsonValue } from "@byhand/envelope"
import { isObject, memberOf } from "../json.ts"
import { type Breach, ruleOn } from "./rule-on.ts"

/** Members by name, each with the values it may have; `any` for whatever value. */
type Members = Readonly<Record<string, readonly (string | boolean)[] | "any">>

/** What the members of one object say about each other. Written once: it checks, and it is in the published JSON Schema. */
export interface RuleBetween {
  /** The rule holds of an object that has all of these; of every object when it is left out. */
  readonly when?: Members
  /** These must be there. */
  readonly needs?: readonly string[]
  /** These have one of the values, if they are there. */
  readonly only?: Members
  /** None of these may be there. */
  readonly without?: Members
  /** These hold nothing, if they are there. */
  readonly empty?: readonly string[]
  /** These have the members, if they are there. */
  readonly holds?: Readonly<Record<string, readonly string[]>>
}

/** The rule as a check of a schema. */
export function ruleBetween(rule: RuleBetween) {
  return ruleOn((json) => breachesOf(rule, json), jsonSchemaOf(rule))
}

/** Where an object breaks a rule. */
function breachesOf(rule: RuleBetween, json: JsonObject): readonly Breach[] {
  if (!Object.entries(rule.when ?? {}).every((one) => has(json, one))) return []
  const next = rule.when === undefined ? "" : `next to ${inWords(rule.when)}`
  const at = (name: string, what: string) => ({ path: [name], message: `${what} ${next}`.trimEnd() })
  return [
    ...(rule.needs ?? [])
      .filter((name) => memberOf(json, name) === undefined)
      .map((name) => at(name, "Expected a value")),
    ...Object.entries(rule.only ?? {})
      .filter((one) => memberOf(json, one[0]) !== undefined && !has(json, one))
      .map(([name, values]) => at(name, `Expected ${alternatives(values)}`)),
    ...Object.entries(rule.without ?? {})
      .filter((one) => has(json, one))
      .map(([name, values]) => at(name, `Expected no ${inWords({ [name]: values })}`)),
    ...(rule.empty ?? [])
      .filter((name) => sizeOf(memberOf(json, name)) > 0)
      .map((name) => at(name, "Expected nothing in it")),
    ...Object.entries(rule.holds ?? {}).flatMap(([name, members]) =>
      members
        .filter(
          (member) => isObject(memberOf(json, name)) && memberOf(memberOf(json, name), member) === undefined
        )
        .map((member) => at(name, `Expected a member ${JSON.stringify(member)}`))
    )
  ]
}

function has(json: JsonObject, [name, values]: [string, Members[string]]): boolean {
  const value = memberOf(json, name)
  return value !== undefined && (values === "any" || values.includes(value as string | boolean))
}

function sizeOf(value: JsonValue | undefined): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0
}

function inWords(members: Members): string {
  return Object.entries(members)
    .map(([name, values]) => (values === "any" ? name : `${name}: ${alternatives(values)}`))
    .join(" and ")
}

function alternatives(values: Members[string]): string {
  return values === "any" ? "any value" : values.map((value) => JSON.stringify(value)).join(" or ")
}

function jsonSchemaOf({ when, needs, only = {}, without, empty = [], holds = {} }: RuleBetween): JsonObject {
  const properties = {
    ...valuesOf(only),
    ...Object.fromEntries(empty.map((name) => [name, { maxProperties: 0, maxItems: 0 }])),
    ...Object.fromEntries(Object.entries(holds).map(([name, required]) => [name, { required }]))
  }
  const consequence = {
    ...(needs === undefined ? {} : { required: needs }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(without === undefined
      ? {}
      : { not: { anyOf: Object.entries(without).map((one) => present(Object.fromEntries([one]))) } })
  }
  // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
  return when === undefined ? consequence : { if: present(when), then: consequence }
}

/** Holds of an object that has all the members. */
function present(members: Members): JsonObject {
  const properties = valuesOf(members)
  return {
    required: Object.keys(members),
    ...(Object.keys(properties).length === 0 ? {} : { properties })
  }
}

function valuesOf(members: Members): JsonObject {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([, values]) => values !== "any")
      .map(([name, values]) => [name, { enum: values }])
  )
}
