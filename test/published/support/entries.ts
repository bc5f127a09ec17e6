import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { project } from "../../../scripts/hosts.mjs"

/** What a stranger has who installed every package: its folder, and the folder with the tarballs it came from. */
export const { root, tarballs } = project()

/** The names of the packages. */
export const packages: readonly string[] = readdirSync(join(root, "node_modules/@byhand")).map(
  (name) => `@byhand/${name}`
)

/** The folder of an installed package. */
function folderOf(name: string): string {
  return join(root, "node_modules", name)
}

/** What a package lets others import that is code: the specifier, and the file with its types. */
export function entriesOf(name: string): readonly { readonly specifier: string; readonly types: string }[] {
  const { exports } = JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as Published
  return Object.entries(exports).flatMap(([path, target]) => {
    if (typeof target === "string") return []
    return [{ specifier: `${name}${path.slice(1)}`, types: join(folderOf(name), target.types) }]
  })
}

interface Published {
  readonly exports: Record<string, string | { readonly types: string }>
}
