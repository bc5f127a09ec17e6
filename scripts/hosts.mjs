// Scratch hosts: what a user gets who installs the packed packages beside oclif 4, and beside oclif 5. They stand outside
// this tree, because a package that is linked here finds this tree's own oclif whatever its host has.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, utimesSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const user = process.getuid?.() ?? "user"

/** The versions of oclif a host is made for. */
export const cores = { 4: "4.14.0", 5: "5.1.9" }

/** The folders of what a host has: the plugins, the example CLI, and every package of this tree that they name. */
export const hostFolders = reached(["plugins/oclif", "examples/council"].map((path) => join(root, path)))

/** The folders of what is published. */
export const publishedFolders = ["packages", "plugins"].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => join(root, kind, name))
)

/** The folders of what is packed. */
export const packedFolders = [...new Set([...hostFolders, ...publishedFolders])]

/** The file that is written last. */
export const complete = "complete.json"

/** How the folders of this user's hosts are named. */
export const prefix = `byhand-hosts-${user}-`

/**
 * The hosts for the packages as they are built now: `[{ major: 4, root }, { major: 5, root }]`. They are packed and
 * installed when they are not there yet. Each root holds a `node_modules` with all packages and that oclif.
 *
 * @throws Error with npm's own words when that fails
 */
export function hosts() {
  // To know whether they are up to date, every packed file is read: once.
  return (known ??= upToDateHosts())
}

let known

function upToDateHosts() {
  const folder = installed()
  return Object.keys(cores).map((major) => ({ major: Number(major), root: join(folder, `oclif-${major}`) }))
}

/**
 * A project outside this tree that has all that is published, and what it is used with: its folder, and the folder with the
 * tarballs. It is made with the hosts.
 *
 * @throws Error with npm's own words when that fails
 */
export function project() {
  const folder = installed()
  return { root: join(folder, "project"), tarballs: join(folder, "packed") }
}

function installed() {
  const folder = hostsFolder()
  if (!isComplete(folder)) {
    const install = fileURLToPath(new URL("hosts-install.mjs", import.meta.url))
    const { status } = spawnSync(process.execPath, [install, folder], { stdio: ["ignore", 2, 2] })
    if (status !== 0 || !isComplete(folder)) {
      throw new Error(`The scratch hosts could not be installed in ${folder}. What failed is written above.`)
    }
  }
  // Hosts that nobody asked for in a while are removed when new ones are made.
  utimesSync(folder, new Date(), new Date())
  return folder
}

function reached(starts) {
  const all = ["packages", "plugins", "examples"].flatMap((kind) => {
    return readdirSync(join(root, kind)).map((name) => join(root, kind, name))
  })
  const named = new Map(
    all.filter((path) => existsSync(join(path, "package.json"))).map((path) => [packageOf(path).name, path])
  )
  const found = new Set(starts)
  for (const path of found) {
    const { dependencies, peerDependencies } = packageOf(path)
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (named.has(name)) found.add(named.get(name))
    }
  }
  return [...found].toSorted()
}

/** What the `package.json` in a folder says. */
export function packageOf(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
}

/** Where the hosts belong for the packages as they are: the name is a digest of everything that is packed. */
function hostsFolder() {
  const hash = createHash("sha256").update(JSON.stringify([cores, process.platform, process.arch]))
  hash.update(readFileSync(new URL("hosts-install.mjs", import.meta.url)))
  for (const file of packedFolders.flatMap(packedFiles)) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0")
  }
  return join(realpathSync(tmpdir()), prefix + hash.digest("hex").slice(0, 16))
}

function packedFiles(folder) {
  return ["package.json", ...packageOf(folder).files].flatMap((name) => filesAt(join(folder, name)))
}

function filesAt(path) {
  if (!existsSync(path)) return []
  if (lstatSync(path).isFile()) return [path]
  return readdirSync(path)
    .toSorted()
    .flatMap((name) => filesAt(join(path, name)))
}

/** In a folder that all users share, a folder of that name counts only when it is one's own. */
function isComplete(folder) {
  if (!existsSync(join(folder, complete))) return false
  const { uid } = lstatSync(folder)
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new Error(
      `${folder} belongs to another user (${uid}). Expected it to be yours. Remove it, or set TMPDIR.`
    )
  }
  return true
}
