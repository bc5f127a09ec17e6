import type * as SchemaAST from "effect/SchemaAST"
import type { JsonValue } from "@byhand/envelope"
import { elementsOf, memberOf, membersOf } from "../json.ts"
import { type Breach, breachesIn } from "./rule-on.ts"

/**
 * Every breach of a rule on an object, at whatever depth, also where the object is wrong in other ways.
 *
 * @param ast of the schema that the document should have
 */
export function everyBreach(ast: SchemaAST.AST, value: JsonValue | undefined): readonly Breach[] {
  if (value === undefined) return []
  const own = (ast.checks ?? []).flatMap((check) => ofCheck(check, value))
  return [
    ...own,
    ...below(ast, value).flatMap(([key, part, member]) => within(key, everyBreach(part, member)))
  ]
}

function ofCheck(check: SchemaAST.Check<never>, value: JsonValue): readonly Breach[] {
  return check._tag === "FilterGroup"
    ? check.checks.flatMap((one) => ofCheck(one, value))
    : breachesIn(check.annotations, value)
}

type Part = readonly [string | number, SchemaAST.AST, JsonValue | undefined]

function below(ast: SchemaAST.AST, value: JsonValue): readonly Part[] {
  if (ast._tag === "Arrays") {
    const [rest] = ast.rest
    return rest === undefined ? [] : elementsOf(value).map((element, at) => [at, rest, element] as const)
  }
  if (ast._tag === "Union") return ast.types.flatMap((type) => below(type, value))
  if (ast._tag !== "Objects") return []
  return [
    ...ast.propertySignatures.map(({ name, type }): Part => [
      String(name),
      type,
      memberOf(value, String(name))
    ]),
    ...ast.indexSignatures.flatMap(({ type }) =>
      membersOf(value).map(([name, member]): Part => [name, type, member])
    )
  ]
}

function within(key: string | number, breaches: readonly Breach[]): readonly Breach[] {
  return breaches.map(({ path, message }) => ({ path: [key, ...path], message }))
}
