import { existsSync, readFileSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import ts from "typescript-with-api"

/**
 * What the doc comments of everything that packages export leave out.
 *
 * A type needs a summary. A value needs its requirement and an example besides; a function each of its parameters, and what it
 * returns or throws.
 *
 * @param folders of the packages, from the root of the repository
 * @returns how many exports were seen, and a line for each whose comment lacks something
 */
export function undocumentedExports(folders: readonly string[]): {
  readonly seen: number
  readonly lacking: readonly string[]
} {
  const entries = folders.flatMap(entriesOf)
  const program = ts.createProgram(entries, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    allowImportingTsExtensions: true,
    noEmit: true,
    noLib: true,
    types: []
  })
  const checker = program.getTypeChecker()
  const declarations = new Map(
    entries.flatMap((entry) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)
      if (module === undefined) throw new Error(`${entry} exports nothing. Expected a module.`)
      return checker.getExportsOfModule(module).flatMap((exported) => {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
        const declaration = symbol.declarations?.[0]
        // What a package hands on from another one is documented there.
        if (declaration === undefined || !entries.some((one) => isBeside(one, declaration))) return []
        return [[declaration, { name: exported.name, isType: isTypeOnly(exported) }] as const]
      })
    })
  )
  return {
    seen: declarations.size,
    lacking: [...declarations].flatMap(([declaration, { name, isType }]) => {
      const lacks = missingParts(declaration, isType)
      const file = relative(process.cwd(), declaration.getSourceFile().fileName)
      return lacks.length > 0 ? [`${file}: ${name} lacks ${lacks.join(", ")}`] : []
    })
  }
}

/** The sources of what a package lets others import. */
function entriesOf(folder: string): readonly string[] {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Published
  return Object.values(exports)
    .flatMap((target) => (typeof target === "string" ? [] : [target.types]))
    .map((types) => resolve(folder, types.replace("/dist/", "/src/").replace(/\.d\.c?ts$/, ".ts")))
    .filter((file) => existsSync(file))
}

interface Published {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>
}

function isBeside(entry: string, declaration: ts.Declaration): boolean {
  return declaration.getSourceFile().fileName.startsWith(entry.slice(0, entry.indexOf("/src/") + 5))
}

function isTypeOnly(exported: ts.Symbol): boolean {
  return (exported.declarations ?? []).some(
    (specifier) =>
      ts.isExportSpecifier(specifier) && (specifier.isTypeOnly || specifier.parent.parent.isTypeOnly)
  )
}

function missingParts(declaration: ts.Declaration, isType: boolean): readonly string[] {
  const commented = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const comment = ts
    .getJSDocCommentsAndTags(commented)
    .filter(ts.isJSDoc)
    .map((doc) => doc.getText())
    .join("\n")
  if (comment === "") return ["a comment"]
  if (isType || ts.isInterfaceDeclaration(declaration) || ts.isTypeAliasDeclaration(declaration)) return []
  const wanted: (readonly [string, RegExp])[] = [
    ["an example", /@example\n\s*\* ```/],
    ["a requirement", /\* Requirement: (?:REQ-|ADR-)/]
  ]
  if (ts.isFunctionDeclaration(declaration)) {
    wanted.push(["what it returns or throws", /@returns|@throws/])
    for (const { name } of declaration.parameters)
      wanted.push([
        `the parameter ${name.getText()}`,
        ts.isIdentifier(name) ? new RegExp(`@param ${name.text}\\b`) : /@param/
      ])
  }
  return wanted.flatMap(([part, pattern]) => (pattern.test(comment) ? [] : [part]))
}
