import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { project } from "../../../scripts/hosts.mjs"

const { root: installed, tarballs } = project()

/** The folder of what a stranger has who installed every package. */
export const root = installed

/** The names of the packages. */
export const packages: readonly string[] = readdirSync(join(root, "node_modules/@byhand")).map(
  (name) => `@byhand/${name}`
)

/** The file that a package was installed from. */
export function tarballOf(name: string): string {
  const { version } = published(name)
  return join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)
}

function folderOf(name: string): string {
  return join(root, "node_modules", name)
}

/** What a package lets others import that is code: the specifier, and the file with its types. */
export function entriesOf(name: string): readonly { readonly specifier: string; readonly types: string }[] {
  const { exports } = published(name)
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string") return []
    return [{ specifier: `${name}${path.slice(1)}`, types: join(folderOf(name), target.types) }]
  })
}

/** The names of the packages that a package needs beside it. */
export function neededBy(name: string): readonly string[] {
  const { dependencies, peerDependencies } = published(name)
  return Object.keys({ ...dependencies, ...peerDependencies })
}

function published(name: string): Published {
  return JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as Published
}

interface Published {
  readonly version: string
  readonly dependencies?: Record<string, string>
  readonly peerDependencies?: Record<string, string>
  readonly exports: Record<string, string | { readonly types: string }>
}
