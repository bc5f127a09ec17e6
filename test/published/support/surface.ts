import ts from "typescript-with-api"

/**
 * What files of types export, as text: each name with its declarations, without comments.
 *
 * @param files all of them, so that what several of them import is read once
 * @returns a function that gives the text of one of these files
 */
export function surfaces(files: readonly string[]): (file: string) => string {
  const program = ts.createProgram(files, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    noLib: true,
    types: []
  })
  const checker = program.getTypeChecker()
  return (file) => surfaceOf(file, program.getSourceFile(file), checker)
}

const printer = ts.createPrinter({ removeComments: true })

function surfaceOf(file: string, source: ts.SourceFile | undefined, checker: ts.TypeChecker): string {
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} exports nothing. Expected a module.`)
  return checker
    .getExportsOfModule(module)
    .map((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      const declarations = (symbol.declarations ?? []).map((declaration) => {
        const whole = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
        return printer.printNode(ts.EmitHint.Unspecified, whole, declaration.getSourceFile())
      })
      return { name: exported.name, text: declarations.join("\n") }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, text }) => `${name}\n${text.replaceAll(/^/gm, "  ")}\n`)
    .join("\n")
}
