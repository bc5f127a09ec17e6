import { readFileSync } from "node:fs"
import ts from "typescript-with-api"

/** What the sources say to somebody in one place. */
export interface Said {
  /** The function, class or constant that says it. */
  readonly by: string
  /** The code of the error or warning, where the place has one. */
  readonly code: string | undefined
  /** It ends a command. */
  readonly isError: boolean
  /** What it says, by the name of the field: `text` for what is said without one, or is a part of what another place says. */
  readonly texts: readonly (readonly [field: string, text: string])[]
}

/** The fields of an error, a warning or a problem that somebody reads. */
const fields = ["message", "suggestion", "fixRequired", "fix", "detail"]

/**
 * Every sentence, and every part of one, that a file's code can say, in the order of the file. A value that is only known when it
 * is said stands in braces, and texts of which one is said stand in brackets.
 *
 * @param file a TypeScript file
 */
export function readMessages(file: string): readonly Said[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true)
  const said: Said[] = []
  const read = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    const message = ts.isObjectLiteralExpression(node) ? messageOf(node) : undefined
    if (message !== undefined && (message.isNamed || message.read.length > 0)) said.push(message.said)
    for (const value of message?.read ?? []) read.add(value)
    if (read.has(node)) return
    if (isText(node)) {
      const text = rendered(node)
      if (isSentence(text)) {
        said.push({ by: speaker(node), code: undefined, isError: false, texts: [["text", text]] })
        return
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return said
}

/** What an object says in its fields, where it is an error, a warning or a problem. */
function messageOf(node: ts.ObjectLiteralExpression) {
  const values = new Map(node.properties.flatMap(member))
  const message = values.get("message")
  const code = values.get("code")
  const isNamed = code !== undefined && ts.isStringLiteral(code) && /^[A-Z][A-Z0-9_]+$/.test(code.text)
  if (!isNamed && (message === undefined || !(code !== undefined || isText(message)))) return undefined
  const said = fields.flatMap((name) => {
    const value = values.get(name)
    return value === undefined ? [] : [{ name, value, text: rendered(value) }]
  })
  // What only hands on what another place says is listed there.
  const isOwn = isNamed || said.some(({ text }) => text.replaceAll(/\{[^{}]*\}/g, "").length > 2)
  const own = isOwn ? said : []
  return {
    isNamed,
    read: own.map(({ value }) => value),
    said: {
      by: speaker(node),
      code: code === undefined ? undefined : rendered(code),
      // What spreads something in may have its advice from there.
      isError: values.has("exit") && !node.properties.some(ts.isSpreadAssignment),
      texts: own.map(({ name, text }) => [name, text] as const)
    }
  }
}

function member(property: ts.ObjectLiteralElementLike): [string, ts.Expression][] {
  if (ts.isPropertyAssignment(property)) return [[property.name.getText(), property.initializer]]
  return ts.isShorthandPropertyAssignment(property) ? [[property.name.text, property.name]] : []
}

function isText(node: ts.Node): node is ts.Expression {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateExpression(node) ||
    (ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.PlusToken &&
      (isText(node.left) || isText(node.right)))
  )
}

/** Three words in a row, the last ones in small letters: a name, a path or a list of fields is not said. */
function isSentence(text: string): boolean {
  return /[\p{L}}\]] [a-z]+ [a-z{[]/u.test(text.replaceAll(/\{[^}]*\}/g, "{}"))
}

function rendered(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (text, { expression, literal }) => text + rendered(expression) + literal.text,
      node.head.text
    )
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return rendered(node.expression)
  if (ts.isBinaryExpression(node) && isText(node)) return rendered(node.left) + rendered(node.right)
  if (ts.isConditionalExpression(node) && (isText(node.whenTrue) || isText(node.whenFalse)))
    return `[${rendered(node.whenTrue)} | ${rendered(node.whenFalse)}]`
  const source = node.getText().replaceAll(/\s+/g, " ")
  return `{${/[{}]/.test(source) ? source.replace(/[({].*$/, "(…)") : source}}`
}

function speaker(node: ts.Node): string {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    const name = nameOf(at)
    if (name !== undefined) return name.getText()
  }
  return "the file"
}

function nameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isVariableDeclaration(node))
    return ts.isSourceFile(node.parent.parent.parent) ? node.name : undefined
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isGetAccessor(node)
  return isNamed ? node.name : undefined
}
