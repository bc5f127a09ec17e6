import type { JsonValue } from "@byhand/envelope"
import { type AnyNode, type CallExpression, type Expression, type Node, parse, type Program } from "acorn"
import type { Constants } from "./language.ts"
import { jsonOf } from "./json-of.ts"
import type { ProgramFile } from "./program.ts"

/** What JavaScript files say by constants alone. A file that is no JavaScript may be the data of one, and is read as JSON. */
export function javascriptConstants(files: readonly ProgramFile[]): Constants {
  const values: JsonValue[] = []
  const printed: JsonValue[] = []
  for (const { content } of files) {
    const program = parsed(content)
    const data = jsonOf(content)
    if (data !== undefined) values.push(data)
    if (program === undefined) continue
    const nodes = nodesOf(program)
    const constantOf = evaluator(nodes)
    for (const node of nodes) {
      const value = constantOf(node as Expression)
      if (value !== undefined) values.push(value)
      if (node.type === "CallExpression") printed.push(...printedBy(node, constantOf))
    }
  }
  return { values, printed }
}

type ConstantOf = (node: Node | null | undefined) => JsonValue | undefined

function parsed(text: string): Program | undefined {
  for (const sourceType of ["module", "script"] as const) {
    try {
      return parse(text, {
        ecmaVersion: "latest",
        sourceType,
        allowHashBang: true,
        allowReturnOutsideFunction: true
      })
    } catch {
      // It is the other kind, or no JavaScript.
    }
  }
  return undefined
}

/** Every node of a program, without recursion: a model may nest as deep as it likes. */
function nodesOf(program: Program): readonly AnyNode[] {
  const nodes: AnyNode[] = []
  const left: unknown[] = [program]
  while (left.length > 0) {
    const next = left.pop()
    if (Array.isArray(next)) left.push(...(next as unknown[]))
    else if (typeof next === "object" && next !== null) {
      if (typeof (next as { type?: unknown }).type === "string") nodes.push(next as AnyNode)
      left.push(...Object.values(next))
    }
  }
  return nodes
}

/** Evaluates what constants alone make: literals, arrays and objects of them, names bound once, texts added, and JSON. */
function evaluator(nodes: readonly AnyNode[]): ConstantOf {
  const bindings = bindingsOf(nodes)
  const known = new Map<Node, JsonValue | undefined>()
  const constantOf: ConstantOf = (node) => {
    if (node === null || node === undefined) return undefined
    if (known.has(node)) return known.get(node)
    // A name that is bound to itself has no value.
    known.set(node, undefined)
    const value = evaluate(node as AnyNode)
    known.set(node, value)
    return value
  }
  const allOf = (of: readonly (Node | null)[]): readonly JsonValue[] | undefined => {
    const all = of.map(constantOf)
    return all.every((value) => value !== undefined) ? (all as JsonValue[]) : undefined
  }

  function evaluate(node: AnyNode): JsonValue | undefined {
    switch (node.type) {
      case "Literal":
        return node.regex === undefined && typeof node.value !== "bigint"
          ? (node.value as JsonValue | undefined)
          : undefined
      case "TemplateLiteral": {
        const parts = allOf(node.expressions)
        return parts && node.quasis.map(({ value }, at) => (value.cooked ?? "") + textAt(parts, at)).join("")
      }
      case "ArrayExpression":
        return allOf(node.elements)
      case "ObjectExpression":
        return objectOf(node.properties)
      case "UnaryExpression": {
        const value = constantOf(node.argument)
        return node.operator === "-" && typeof value === "number" ? -value : undefined
      }
      case "BinaryExpression": {
        const sides = node.operator === "+" ? allOf([node.left, node.right]) : undefined
        return sides?.some((side) => typeof side === "string") ? sides.map(String).join("") : undefined
      }
      case "Identifier":
        return constantOf(bindings.get(node.name))
      case "MemberExpression":
        return memberOf(
          constantOf(node.object),
          node.computed ? constantOf(node.property) : nameOf(node.property)
        )
      case "CallExpression":
        return viaJson(node, constantOf)
      default:
        return undefined
    }
  }

  function objectOf(properties: readonly AnyNode[]): JsonValue | undefined {
    const entries: [string, JsonValue][] = []
    for (const property of properties) {
      if (property.type !== "Property" || property.kind !== "init") return undefined
      const key = property.computed
        ? constantOf(property.key)
        : (nameOf(property.key) ?? constantOf(property.key))
      const value = constantOf(property.value)
      if (key === undefined || value === undefined) return undefined
      entries.push([String(key), value])
    }
    return Object.fromEntries(entries)
  }
  return constantOf
}

/** What each name is bound to that is bound once, and never changed. */
function bindingsOf(nodes: readonly AnyNode[]): ReadonlyMap<string, Node> {
  const bound = new Map<string, Node>()
  const unsure = new Set<string>()
  const bind = (name: string, to: Node | null | undefined) => {
    if (to === null || to === undefined || bound.has(name)) unsure.add(name)
    else bound.set(name, to)
  }
  for (const node of nodes) {
    if (node.type === "VariableDeclarator" && node.id.type === "Identifier") bind(node.id.name, node.init)
    else if (node.type === "AssignmentExpression" && node.left.type === "Identifier")
      unsure.add(node.left.name)
    else if (node.type === "UpdateExpression" && node.argument.type === "Identifier")
      unsure.add(node.argument.name)
    else if ("params" in node)
      for (const param of node.params) if (param.type === "Identifier") unsure.add(param.name)
  }
  for (const name of unsure) bound.delete(name)
  return bound
}

/** `JSON.parse` and `JSON.stringify` of a constant. */
function viaJson(
  { callee, arguments: [first, , indent] }: CallExpression,
  constantOf: ConstantOf
): JsonValue | undefined {
  const method = calleeName(callee)
  const value = constantOf(first)
  if (value === undefined) return undefined
  if (method === "JSON.parse") return typeof value === "string" ? jsonOf(value) : undefined
  if (method !== "JSON.stringify") return undefined
  return JSON.stringify(value, null, constantOf(indent) as string | number | undefined)
}

const outputs = new Set(["console.log", "console.info", "process.stdout.write", "process.stdout.end"])
const writers = new Set(["fs.writeSync", "fs.writeFileSync", "writeSync", "writeFileSync"])

function printedBy(
  { callee, arguments: given }: CallExpression,
  constantOf: ConstantOf
): readonly JsonValue[] {
  const name = calleeName(callee)
  if (name === undefined || (!outputs.has(name) && !writers.has(name))) return []
  const said = writers.has(name) ? given.slice(1, 2) : given
  const values = said.map(constantOf)
  if (values.length === 0 || values.includes(undefined)) return []
  return values.length === 1 ? (values as JsonValue[]) : [values.map(String).join(" ")]
}

/** "console.log" of `console.log(…)`. */
function calleeName(node: Node): string | undefined {
  const part = node as AnyNode
  if (part.type === "Identifier") return part.name
  if (part.type !== "MemberExpression" || part.computed) return undefined
  const object = calleeName(part.object)
  return object === undefined ? undefined : `${object}.${nameOf(part.property)}`
}

function nameOf(node: Node): string | undefined {
  const part = node as AnyNode
  return part.type === "Identifier" ? part.name : undefined
}

function memberOf(object: JsonValue | undefined, key: JsonValue | undefined): JsonValue | undefined {
  if (typeof object !== "object" || object === null || (typeof key !== "string" && typeof key !== "number"))
    return undefined
  return Object.hasOwn(object, key) ? (object as Readonly<Record<string, JsonValue>>)[key] : undefined
}

function textAt(parts: readonly JsonValue[], at: number): string {
  return at < parts.length ? String(parts[at]) : ""
}
