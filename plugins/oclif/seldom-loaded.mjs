// Splits CommonJS files in two: what every ordinary command runs, and what is loaded when something else is called for.
import { dirname, relative, resolve } from "node:path"
import { transform } from "esbuild"
import { nodeBundle } from "../../scripts/esbuild-options.mjs"

/** The file of what is seldom used. */
const file = "./seldom.cjs"

/**
 * An esbuild plugin, and what is to be done with the files that it made.
 *
 * A module that is not among the ordinary ones is left out of the files that import it, and is asked for when one of its exports
 * is first used. So a module that somebody adds is seldom loaded unless it is named here, and the sources keep their plain
 * imports. What a module does while it loads must not need one that is seldom loaded: it would be loaded then.
 *
 * @param tree the folder that holds all sources
 * @param ordinary what an ordinary command needs: the paths of its modules in that folder, without their endings
 */
export function seldomLoaded(tree, ordinary) {
  const names = new Set()
  return {
    plugin: {
      name: "what an ordinary command does not need is a file of its own",
      setup({ onResolve }) {
        onResolve({ filter: /^\..+\.ts$/ }, ({ path, importer, kind }) => {
          if (kind !== "import-statement") return
          const name = relative(tree, resolve(dirname(importer), path)).replace(/\.ts$/, "")
          if (ordinary.has(name)) return
          names.add(name)
          return { path: `${file}#${name}`, external: true, sideEffects: false }
        })
      }
    },

    /** The module that the other file is made of. */
    contents: () =>
      [...names]
        .toSorted()
        .map(
          (name) => `export * as ${JSON.stringify(name)} from ${JSON.stringify(resolve(tree, `${name}.ts`))}`
        )
        .join("\n"),

    /** The same code, that loads the other file when it first needs it, in as few bytes as it can be written. */
    async finish(text) {
      const lazy = text.replaceAll(
        /^(var \w+ = )require\("\.\/seldom\.cjs#(.+)"\);$/gm,
        (_, variable, name) =>
          `${variable}new Proxy({}, { get: (_, key) => require("${file}")[${JSON.stringify(name)}][key] });`
      )
      if (lazy.includes(`${file}#`))
        throw new Error(`A module of ${file} is imported in a form that cannot wait.`)
      const { platform, target } = nodeBundle
      const { code } = await transform(lazy, { minify: true, platform, target })
      // So an `import` finds its exports by their names.
      const [, exported] = /^0 && \(module\.exports = \{([^}]+)\}\);$/m.exec(text)
      return `${code}0&&(module.exports={${exported.replaceAll(/\s/g, "")}});\n`
    }
  }
}
