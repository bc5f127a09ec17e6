import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build, type Format, transform } from "esbuild"
import { editJson, manifestOf } from "../../../../scripts/legacy-host.mjs"
import { type Entry, GateHost } from "./gate-host.ts"
import { type Executed, OneProcess } from "./one-process.ts"
import { listPlugin } from "./host-with.ts"
import { addJustInTime } from "./just-in-time.ts"
import { pairwise } from "./pairwise.ts"

/** How a host is made. */
export interface Shape {
  readonly oclif: 4 | 5
  readonly modules: "esm" | "cjs"
  readonly files: "many" | "one bundled"
  readonly manifest: "with" | "without"
  /** The executable is oclif's own, or the launcher. */
  readonly entry: Entry
  /** How the words of a command's name stand on the line; a single command has no name. */
  readonly words: "spaces" | "colons" | "any order" | "none"
  /** The base class of its commands. */
  readonly base: "oclif's" | "its own"
  /** What its commands declare. */
  readonly contract: "nothing" | "interactive"
  /** One of its commands comes with a plugin that is installed when it is first called. */
  readonly late: boolean
}

/** A few hosts in which any two ways of making one that go together do so at least once. */
export const shapes = pairwise<Shape>(
  {
    oclif: [4, 5],
    modules: ["esm", "cjs"],
    files: ["many", "one bundled"],
    manifest: ["without", "with"],
    entry: ["plain", "launched"],
    words: ["spaces", "colons", "any order", "none"],
    base: ["its own", "oclif's"],
    contract: ["nothing", "interactive"],
    late: [false, true]
  },
  ({ files, manifest, words, late }) => !late || (files === "many" && manifest === "with" && words !== "none")
)

/** A shape in words. */
export function inWords(shape: Shape): string {
  const { oclif, modules, files, manifest, entry, words, base, contract, late } = shape
  const facts = [
    `oclif ${oclif}`,
    `${files === "many" ? "" : "bundled "}${modules}`,
    `${manifest} a manifest`,
    entry,
    words === "none" ? "a single command" : `${words} in a name`,
    `${base} base class`,
    `${contract} declared`
  ]
  return [...facts, ...(late ? ["a late plugin"] : [])].join(", ")
}

const alias = "short:act"
const fixture = fileURLToPath(new URL("../fixtures/shaped-cli", import.meta.url))
const driver = fileURLToPath(new URL("../fixtures/gate-cli/lib", import.meta.url))

/** A host of a shape, generated from fixtures/shaped-cli. */
export class ShapedHost {
  readonly shape: Shape
  /** The names that one of its commands may be called by: each a list of words. */
  readonly names: readonly (readonly string[])[]
  readonly #host: GateHost

  private constructor(shape: Shape, host: GateHost) {
    this.shape = shape
    this.#host = host
    const ids = ["topic:act", "topic:quiet", ...(shape.late ? ["topic:late"] : [])]
    this.names = {
      spaces: [...ids, alias].map((id) => id.split(":")),
      colons: [...ids, alias].map((id) => [id]),
      // The words of an alias oclif takes in their own order only.
      "any order": [...ids.map((id) => id.split(":").toReversed()), alias.split(":")],
      none: [[]]
    }[shape.words]
  }

  static async make(shape: Shape): Promise<ShapedHost> {
    const host = new GateHost(shape.oclif, fixture)
    await write(shape, host)
    return new ShapedHost(shape, host)
  }

  /** Calls it off a terminal; what is installed for one call is not there for another. */
  call(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const data = mkdtempSync(join(this.#host.root, "data-"))
    return this.#host.offTerminal(args, { entry: this.shape.entry, env: { TOOL_DATA_DIR: data, ...env } })
  }

  /** Starts a process of it in which many calls are made as its executable makes one. */
  async inOneProcess() {
    const { root } = this.#host
    for (const name of ["as-process.mjs", "answer-calls.mjs"])
      cpSync(join(driver, name), join(root, "lib", name))
    const { from, name } = executedIn(this.shape)
    const bin = join(root, "bin")
    const executed: Executed = {
      from: from.startsWith(".") ? join(bin, from) : from,
      name,
      dir: this.shape.modules === "esm" ? pathToFileURL(join(bin, `${this.shape.entry}.js`)).href : bin
    }
    const process = await OneProcess.offTerminal(this.#host, executed)
    const call = (args: readonly string[]) =>
      process.call(args, { TOOL_DATA_DIR: mkdtempSync(join(root, "data-")) })
    return { call, end: () => process.end() }
  }

  remove(): void {
    this.#host.remove()
  }
}

async function write(shape: Shape, host: GateHost): Promise<void> {
  const { root } = host
  const at = (path: string) => join(root, path)
  if (shape.base === "oclif's")
    writeFileSync(at("lib/base.js"), 'export { Command as Base } from "@oclif/core"\n')
  if (shape.contract === "nothing")
    writeFileSync(at("lib/contract.js"), "export const contract = undefined\n")
  if (shape.files === "many") await (shape.modules === "cjs" ? toCommonJs(root) : undefined)
  else await bundle(root, shape.modules)
  describe(shape, root)
  if (shape.files === "many") listPlugin(host)
  if (shape.late) await addJustInTime(root, "topic:late")
  else if (shape.manifest === "with")
    writeFileSync(at("oclif.manifest.json"), JSON.stringify(await manifestOf(root)))
  writeEntry(shape, root)
}

/** Says in package.json what oclif is to find, and where. */
function describe({ modules, files, words, late }: Shape, root: string): void {
  const type = modules === "esm" ? "module" : "commonjs"
  const bundled = "./dist/index.js"
  const single = files === "many" ? "./commands/topic/act.js" : bundled
  if (late) editJson(join(root, "late/package.json"), (pjson) => (pjson.type = type))
  editJson(join(root, "package.json"), (pjson) => {
    pjson.type = type
    const { oclif } = pjson
    if (words !== "colons") oclif.topicSeparator = " "
    if (words === "any order") oclif.flexibleTaxonomy = true
    if (files === "one bundled") {
      oclif.commands = { strategy: "explicit", target: bundled, identifier: "commands" }
      const hook = (identifier: string) => ({ target: bundled, identifier })
      oclif.hooks = { init: hook("init"), prerun: hook("prerun") }
    }
    if (words === "none") oclif.commands = { strategy: "single", target: single }
  })
}

async function toCommonJs(root: string): Promise<void> {
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".js")) continue
    const file = join(root, name)
    const { code } = await transform(readFileSync(file, "utf8"), { format: "cjs" })
    writeFileSync(file, code)
  }
}

/** An ES module has none of what oclif's own code, which is CommonJS, expects around it. */
const around = `import { createRequire } from "node:module"
import { dirname } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
const require = createRequire(import.meta.url)
const __filename = fileURLToPath(import.meta.url)
const __dirname = dirname(__filename)
`

async function bundle(root: string, format: Format): Promise<void> {
  await build({
    entryPoints: [join(root, "index.js")],
    outfile: join(root, "dist/index.js"),
    bundle: true,
    platform: "node",
    format,
    logLevel: "silent",
    ...(format === "esm" ? { banner: { js: around } } : {})
  })
  // So that nothing is found but what is in the file.
  for (const source of ["index.js", "lib", "commands", "late"])
    rmSync(join(root, source), { recursive: true })
}

/** What its executable calls, and where it finds that. */
function executedIn({ files, entry }: Shape) {
  const isBundled = files === "one bundled"
  const name = entry === "launched" && isBundled ? "launch" : "execute"
  return {
    name,
    from: isBundled ? "../dist/index.js" : entry === "plain" ? "@oclif/core" : "@byhand/oclif/run"
  }
}

function writeEntry(shape: Shape, root: string): void {
  const { name, from } = executedIn(shape)
  mkdirSync(join(root, "bin"))
  writeFileSync(
    join(root, "bin", `${shape.entry}.js`),
    shape.modules === "esm"
      ? `import { ${name} as execute } from "${from}"\n\nawait execute({ dir: import.meta.url })\n`
      : `void import("${from}").then(({ ${name} }) => ${name}({ dir: __dirname }))\n`
  )
}
