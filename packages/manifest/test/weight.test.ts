import { build } from "esbuild"
import { describe, expect, it } from "vitest"

const source = (name: string) => new URL(`../src/${name}.ts`, import.meta.url).pathname

/** What importing an entry of the package loads, as the published bundle has it. */
async function loadedBy(name: string) {
  const { metafile, outputFiles } = await build({
    entryPoints: [source(name)],
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    metafile: true,
    write: false,
    outdir: "bundle"
  })
  const outputs = Object.values(metafile.outputs)
  return {
    bytes: outputFiles.reduce((sum, file) => sum + file.contents.length, 0),
    files: Object.keys(metafile.inputs).map((path) => path.replace(/^.*\/src\//, "")),
    packages: outputs.flatMap(({ imports }) => imports.map(({ path }) => path))
  }
}

describe("what an ordinary command loads", () => {
  it("is the reading of its declaration alone, without a rule and without another package", async () => {
    const { bytes, files, packages } = await loadedBy("declaration")
    expect(files.filter((path) => /rules|shapes|manifest|etag/.test(path))).toEqual([])
    expect(packages).toEqual([])
    expect(bytes).toBeLessThan(15_000)
  })

  it("is, for the whole package, nothing of Node and no package but the table of exits", async () => {
    const { bytes, packages } = await loadedBy("index")
    expect([...new Set(packages)]).toEqual(["@byhand/exit-codes"])
    expect(bytes).toBeLessThan(62_000)
  })
})
