import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { runAsPerson, runPiped } from "@byhand/conformance"
import { hosts } from "../../../scripts/hosts.mjs"
import { clis } from "../clis.mjs"
import { folderOf } from "../install.mjs"

export type PublishedCli = (typeof clis)[number]

/** How a user got the plugin: not at all, from its packed file, or from a folder of theirs. */
export type Wiring = "none" | "installed" | "linked"

const plugin = "@byhand/oclif"
/** A plugin with commands that only a person may take. */
const council = "@byhand/example-council"

/** A published CLI of a user with a home of their own. */
export class RealCli {
  readonly cli: PublishedCli
  /** The folder of its package. */
  readonly root: string
  readonly env: Record<string, string>
  readonly #home = mkdtempSync(join(realpathSync(tmpdir()), "byhand-real-home-"))

  constructor(cli: PublishedCli) {
    this.cli = cli
    this.root = join(folderOf(cli), "node_modules", cli.package)
    this.env = {
      PATH: process.env["PATH"] ?? "",
      HOME: this.#home,
      TMPDIR: this.#home,
      LANG: "C.UTF-8",
      COUNCIL_HOME: join(this.#home, "decisions"),
      OCLIF_DISABLE_ENGINE_WARNING: "1",
      OCLIF_DISABLE_LINKED_ESM_WARNING: "1",
      // Heroku would tell its makers of each call, in a process that outlives the call.
      DISABLE_TELEMETRY: "true"
    }
    cpSync(fileURLToPath(new URL("../fixtures/plugin", import.meta.url)), join(this.#home, "plugin"), {
      recursive: true
    })
  }

  get command(): readonly [string, ...string[]] {
    return [process.execPath, join(this.root, this.cli.script)]
  }

  /** Gives the user the plugin, and council's commands. */
  async wire(wiring: Wiring): Promise<void> {
    if (wiring === "none") return
    if (wiring === "installed") await this.#install()
    else await this.#link(plugin)
    await this.#link(council)
  }

  /** Runs it as an agent does; the format is the host's own, unless it is left to the plugin. */
  async run(args: readonly string[], { format = "plain" }: { format?: "plain" | "json" } = {}) {
    const env = { ...this.env, [`${this.cli.name.toUpperCase()}_FORMAT`]: format }
    const { exitCode, durationMs, ...said } = await runPiped([...this.command, ...args], {
      env,
      cwd: this.#home,
      timeoutMs: 60_000
    })
    const [stdout, stderr] = [said.stdout, said.stderr].map((text) => text.replaceAll(this.#home, "~"))
    return { exitCode, durationMs, stdout: String(stdout), stderr: String(stderr) }
  }

  /** Runs a person's command at a terminal, and types the answer. */
  person(args: readonly string[], answer: string) {
    return runAsPerson(this.command, args, answer, { env: this.env, cwd: this.#home, timeoutMs: 60_000 })
  }

  remove(): void {
    // A CLI that looks for its updates does so in a process that outlives the call, and may write there.
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }

  get #host(): string {
    const found = hosts().find(({ major }) => major === this.cli.major)
    if (found === undefined) throw new Error(`There is no host with oclif ${this.cli.major}.`)
    return found.root
  }

  /** `plugins install`, of the packed plugin. Its packages are not published yet, so npm is told where they are. */
  async #install(): Promise<void> {
    const packed = join(dirname(this.#host), "packed")
    const files = readdirSync(packed).map((file) => [nameOf(file), `file:${join(packed, file)}`] as const)
    const others = files.filter(([name]) => name !== plugin)
    this.#writeUserPlugins({ overrides: Object.fromEntries(others) })
    const own = files.find(([name]) => name === plugin)?.[1] ?? ""
    await this.#mustRun(["plugins:install", own.replace("file:", "file://")])
  }

  /** `plugins link`; where the CLI does not have that, what it writes: oclif itself reads it. */
  async #link(name: string): Promise<void> {
    const root = realpathSync(join(this.#host, "node_modules", name))
    if (this.cli.hasPlugins) await this.#mustRun(["plugins:link", "--no-install", root])
    else {
      this.#linked.push({ name, root, type: "link" })
      this.#writeUserPlugins({ oclif: { schema: 1, plugins: this.#linked } })
    }
  }

  readonly #linked: object[] = []

  #writeUserPlugins(more: object): void {
    const data = join(this.#home, ".local/share", this.cli.name)
    mkdirSync(data, { recursive: true })
    const project = { private: true, oclif: { schema: 1, plugins: [] }, dependencies: {}, ...more }
    writeFileSync(join(data, "package.json"), JSON.stringify(project))
  }

  async #mustRun(args: readonly string[]): Promise<void> {
    // npm is to find what it downloaded before, not an empty cache in this home.
    const cache = process.env["npm_config_cache"] ?? join(process.env["HOME"] ?? "", ".npm")
    const { npm_config_registry } = process.env
    const registry = npm_config_registry === undefined ? {} : { npm_config_registry }
    const env = { ...this.env, npm_config_cache: cache, ...registry }
    const { exitCode, stdout, stderr } = await runPiped([...this.command, ...args], {
      env,
      timeoutMs: 240_000
    })
    if (exitCode !== 0) throw new Error(`${args.join(" ")} ended with ${exitCode}.\n${stdout}${stderr}`)
  }
}

/** Whether the CLI is there; `npm run test:real` installs it. */
export function isInstalled(cli: PublishedCli): boolean {
  return existsSync(folderOf(cli))
}

function nameOf(file: string): string {
  return `@byhand/${/^byhand-(.+)-\d/.exec(file)?.[1] ?? ""}`
}
