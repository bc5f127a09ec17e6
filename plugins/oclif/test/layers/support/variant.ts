import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { runPiped, Terminal } from "@byhand/conformance"
import {
  editJson,
  installPlugin,
  linkCore,
  makeLegacyHost,
  manifestOf
} from "../../../../../scripts/legacy-host.mjs"
import { answerAll } from "../../support/answer-all.ts"

/** The three layers, each alone: the class, the plugin, and the launcher with the plugin it insists on. */
export const layers = ["A", "B", "C"] as const
export type Layer = (typeof layers)[number]
export type Major = 4 | 5
/** Who put the plugin there: the host lists it, or a user installed or linked it into a folder of their own. */
export type Wiring = "listed" | "installed" | "linked"

export interface VariantOptions {
  readonly major: Major
  readonly layer: Layer | "none"
  readonly wiring?: Wiring
  readonly launcher?: "cjs" | "esm"
}

type Manifest = Awaited<ReturnType<typeof manifestOf>>

const name = "@byhand/oclif"

/** A copy of examples/legacy-host in a folder of its own, with one layer in place, that can be damaged at will. */
export class Variant {
  readonly major: Major
  readonly layer: Layer | "none"
  readonly root: string
  readonly bin: string
  /** The copy of the plugin that oclif finds. */
  readonly plugin: string
  /** The user's folder, where oclif keeps what a user installs. */
  readonly data: string
  /** What is called, after the executable. */
  args: readonly string[] = ["release", "accept", "R-1"]
  /** The command line, where it is not this executable with these arguments. */
  command: readonly string[] | undefined
  env: Record<string, string> = {}
  /** What is piped in; nothing, when left out. */
  stdin: string | undefined
  readonly #folder: string

  constructor({ major, layer, wiring = "listed", launcher = "cjs" }: VariantOptions) {
    this.#folder = mkdtempSync(join(tmpdir(), "byhand-layers-"))
    this.major = major
    this.layer = layer
    this.root = join(this.#folder, "legacy")
    this.data = join(this.#folder, "home/.local/share/legacy")
    const host = makeLegacyHost(this.root, major, {
      listed: layer !== "none" && wiring === "listed",
      guarded: layer === "A",
      launcher: layer === "C" ? launcher : undefined
    })
    this.bin = host.bin
    this.plugin =
      layer === "none" || wiring === "listed" ? join(this.root, "node_modules", name) : this.#forUser(wiring)
  }

  /** Writes a file of the host, and the folders above it. */
  write(path: string, text: string): void {
    const file = join(this.root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  /** Changes a file of the host; the text must be there. */
  replace(path: string, from: string, to: string): void {
    const file = join(this.root, path)
    const text = readFileSync(file, "utf8")
    if (!text.includes(from)) throw new Error(`${file} does not contain ${JSON.stringify(from)}.`)
    writeFileSync(
      file,
      text.replace(from, () => to)
    )
  }

  /** Changes the host's package.json. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a package.json holds anything
  host(edit: (pjson: any) => void): void {
    editJson(join(this.root, "package.json"), edit)
  }

  /** Writes the host's oclif.manifest.json as `oclif manifest` does, from the classes as they are now. */
  async writeManifest(edit: (manifest: Manifest) => void = () => {}): Promise<void> {
    const manifest = await manifestOf(this.root)
    edit(manifest)
    this.write("oclif.manifest.json", JSON.stringify(manifest))
  }

  /** Adds another plugin that the host lists: its package.json, and its files. */
  addPlugin(plugin: string, oclif: object, files: Readonly<Record<string, string>>): void {
    const folder = join(this.root, "node_modules", plugin)
    for (const [path, text] of Object.entries({
      "package.json": JSON.stringify({ name: plugin, version: "1.0.0", type: "commonjs", oclif }),
      ...files
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    this.host((pjson) => {
      pjson.dependencies[plugin] = "*"
      pjson.oclif.plugins = [...(pjson.oclif.plugins ?? []), plugin]
    })
  }

  /** Tells oclif of a plugin that the user installed or linked. */
  addUserPlugin(plugin: { name: string; type: "user" | "link"; root?: string; tag?: string }): void {
    mkdirSync(this.data, { recursive: true })
    const file = join(this.data, "package.json")
    const before = existsSync(file)
      ? (JSON.parse(readFileSync(file, "utf8")) as { oclif: { plugins: object[] } }).oclif.plugins
      : []
    writeFileSync(file, JSON.stringify({ private: true, oclif: { schema: 1, plugins: [...before, plugin] } }))
  }

  /** Removes what a path of this variant names. */
  remove(path: string): void {
    if (!existsSync(path)) throw new Error(`${path} is not there, so it cannot be taken away.`)
    rmSync(path, { recursive: true })
  }

  /** Calls it as an agent does, off any terminal. */
  async offTerminal() {
    const run = await runPiped(this.#line(), {
      env: this.environment(),
      cwd: this.root,
      ...(this.stdin === undefined ? {} : { stdin: this.stdin })
    })
    return { ...run, done: this.done() }
  }

  /** Makes another call off any terminal, as often as one likes at a time. */
  call(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    return runPiped([process.execPath, this.bin, ...args], {
      env: { ...this.environment(), ...env },
      cwd: this.root
    })
  }

  /** Calls it at a pseudo-terminal, and types each answer where it is asked for. */
  async atTerminal(answers: readonly string[], marks?: readonly RegExp[]) {
    const terminal = Terminal.start(this.#line(), { env: this.environment(), cwd: this.root })
    const asked = await answerAll(terminal, answers, marks)
    const { exitCode } = await terminal.ended
    return { exitCode, asked, screen: terminal.screen, done: this.done() }
  }

  /** The releases that were accepted: the deed, on disk. */
  done(): readonly string[] {
    const file = join(this.#folder, "releases/releases.json")
    if (!existsSync(file)) return []
    return (JSON.parse(readFileSync(file, "utf8")) as { id: string }[]).map(({ id }) => id)
  }

  /** Its exact environment: nothing of this machine's user is in it. */
  environment(): Record<string, string | undefined> {
    const { PATH, LANG } = process.env
    return {
      PATH,
      LANG,
      HOME: join(this.#folder, "home"),
      LEGACY_HOME: join(this.#folder, "releases"),
      OCLIF_DISABLE_ENGINE_WARNING: "1",
      OCLIF_DISABLE_LINKED_ESM_WARNING: "1",
      // What one variant compiled is no help to another, and nobody clears it away.
      NODE_DISABLE_COMPILE_CACHE: "1",
      ...this.env
    }
  }

  /** Takes the whole variant away. */
  end(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #line(): readonly string[] {
    return this.command ?? [process.execPath, this.bin, ...this.args]
  }

  #forUser(wiring: "installed" | "linked"): string {
    // An installed plugin brings an oclif of its own, of whatever version npm chose.
    const home = wiring === "installed" ? this.data : join(this.#folder, "checkout")
    const major = wiring === "installed" ? (this.major === 4 ? 5 : 4) : this.major
    installPlugin(home, major)
    linkCore(home, major)
    const folder = join(home, "node_modules", name)
    if (wiring === "installed") this.addUserPlugin({ name, tag: "latest", type: "user" })
    else {
      // A linked plugin stands somewhere on its own.
      cpSync(folder, join(home, "oclif"), { recursive: true })
      rmSync(folder, { recursive: true })
      this.addUserPlugin({ name, root: join(home, "oclif"), type: "link" })
      return join(home, "oclif")
    }
    return folder
  }
}
