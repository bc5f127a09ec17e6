// Splits CommonJS files: what a call always runs, and what is loaded when something else is called for.
import { dirname, relative, resolve } from "node:path"
import { transform } from "esbuild"
import { nodeBundle } from "../../scripts/esbuild-options.mjs"

// In front of every file that loads another one: where that is missing, whoever called gets a sentence. What says it is a file
// too, and may be missing with it.
const installed = `const installed = (file, how, load) => {
  let incomplete
  try {
    return load()
  } catch {
    try {
      incomplete = require("./install-incomplete.cjs")
    } catch {
      // What writes at the end of the process may need the file again.
      if (process.exitCode !== 70) console.error(file + " of @byhand/oclif is missing. Install it again.")
      process.exit(70)
    }
  }
  return incomplete[how](file)
}
`

/**
 * Leaves modules out of the files that import them: each is asked for in another file when one of its exports is first used.
 *
 * So the sources keep their plain imports. What a module does while it loads must not need one that is loaded later: it would be
 * loaded then.
 *
 * @param tree the folder that holds all sources
 */
export function loadedLater(tree) {
  const names = new Map()
  return {
    /**
     * An esbuild plugin.
     *
     * @param fileOf the file that holds a module which is loaded later, or undefined for one that stays; it gets the path of the
     *   module in the folder of all sources, without its ending
     */
    plugin: (fileOf) => ({
      name: "what is not always needed is loaded later",
      setup({ onResolve }) {
        onResolve({ filter: /^\..+\.ts$/ }, ({ path, importer, kind }) => {
          if (kind !== "import-statement") return
          const name = relative(tree, resolve(dirname(importer), path)).replace(/\.ts$/, "")
          const file = fileOf(name)
          if (file === undefined) return
          if (!names.has(file)) names.set(file, new Set())
          names.get(file).add(name)
          return { path: `${file}#${name}`, external: true, sideEffects: false }
        })
      }
    }),

    /** The module that a later file is made of, once everything is built that asks for it. */
    contents: (file) =>
      [...names.get(file)]
        .toSorted()
        .map(
          (name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(resolve(tree, `${name}.ts`))}`
        )
        .join("\n"),

    /** What esbuild made, so that it loads the later files when it first needs them; and as few bytes as it can be written in. */
    async finish(text) {
      const files = new Set()
      const later = text
        // An `import()` of CommonJS would start Node's other loader, and read the file a second time for its exports.
        .replaceAll(/\bimport\("(\.\/[\w-]+\.cjs)"\)/g, 'Promise.resolve().then(() => require("$1"))')
        // These are asked for by what can do without them, or stops.
        .replaceAll(/\brequire\("\.\/([\w-]+\.cjs)"\)/g, 'installed("$1", "orThrow", () => $&)')
        .replaceAll(/^(var \w+ = )require\("\.\/(\w+)\.cjs#(.+)"\);$/gm, (_, variable, file, name) => {
          files.add(file)
          return `${variable}new Proxy({}, { get: (_, key) => ${file}File()[${JSON.stringify(name)}][key] });`
        })
      if (later.includes(".cjs#"))
        throw new Error("A module is imported in a form that cannot be loaded later.")
      const laterFiles = [...files].map(
        (file) =>
          `const ${file}File = () => installed("${file}.cjs", "orEnd", () => require("./${file}.cjs"));\n`
      )
      const { platform, target } = nodeBundle
      const { code } = await transform(installed + laterFiles.join("") + later, {
        minify: true,
        // The names of a module on its own may be short, too.
        format: "cjs",
        platform,
        target
      })
      // So an `import` finds its exports by their names.
      const [, exported = ""] = /^0 && \(module\.exports = \{([^}"]+)\}\);$/m.exec(text) ?? []
      return exported === "" ? code : `${code}0&&(module.exports={${exported.replaceAll(/\s/g, "")}});\n`
    }
  }
}
