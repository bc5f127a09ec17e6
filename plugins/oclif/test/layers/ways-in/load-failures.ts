import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { editJson } from "../../../../../scripts/legacy-host.mjs"
import type { Variant } from "../support/variant.ts"
import { all, type Cell, ends, missing, open, refused, type WayIn } from "./way-in.ts"

const useLauncher = open("start the host with the launcher, or wrap the class")
const listInHost = open("list the plugin in the host, or wrap the class")

const hookFile = "dist/hooks.cjs"
const hook = (text: (before: string) => string) => (variant: Variant) => {
  const file = join(variant.plugin, hookFile)
  writeFileSync(file, text(readFileSync(file, "utf8")))
}

/** What is wrong with the plugin, and oclif goes on without it: most often without a word. */
const damaged = (what: string, change: WayIn["change"], cells: Partial<WayIn["cells"]> = {}): WayIn => ({
  way: what,
  change,
  cells: { A: refused, B: useLauncher, C: missing, ...cells }
})

/** The same command is called, from a place where the user's folder is not found. */
const moved = (wiring: "installed" | "linked", variable: string, cells: WayIn["cells"]): WayIn => ({
  way: `${variable} points elsewhere, and a user ${wiring} the plugin`,
  wiring,
  change: (variant) => {
    variant.env = { [variable]: join(variant.root, "elsewhere") }
  },
  cells
})
const movedAway: Readonly<Record<"A" | "B" | "C", Cell>> = { A: refused, B: listInHost, C: missing }

/** Every way in which oclif fails to load the plugin or its hooks, and the four ways in which it loads it. */
export const loadFailures: readonly WayIn[] = [
  { way: "nothing is wrong, and the host lists the plugin", change: () => {}, cells: all },
  {
    way: "nothing is wrong, and a user installed the plugin, with another oclif",
    wiring: "installed",
    change: () => {},
    cells: all
  },
  { way: "nothing is wrong, and a user linked the plugin", wiring: "linked", change: () => {}, cells: all },

  damaged("the hooks' file is missing", (variant) => variant.remove(join(variant.plugin, hookFile))),
  damaged(
    "the hooks' file has a syntax error",
    hook((text) => text.slice(0, -20) + "}{")
  ),
  damaged(
    "the hooks' file is written for the other module system",
    hook(() => "export const init = () => {}\nexport const prerun = init\n")
  ),
  damaged(
    "the hooks' file needs a package that is missing",
    hook((text) => `require("a-package-that-is-missing")\n${text}`)
  ),
  damaged(
    "the hooks' file throws while it loads",
    hook((text) => `throw new Error("not today")\n${text}`)
  ),
  damaged("the hooks' file exports no function", (variant) =>
    appendFileSync(join(variant.plugin, hookFile), "\nmodule.exports = { init: {}, prerun: {} }\n")
  ),
  damaged("the plugin's package.json names no hooks", (variant) =>
    editJson(join(variant.plugin, "package.json"), (pjson) => delete pjson.oclif.hooks)
  ),
  damaged("the plugin's package.json has no oclif key", (variant) =>
    editJson(join(variant.plugin, "package.json"), (pjson) => delete pjson.oclif)
  ),
  damaged("the host lists the plugin, but not among its dependencies", (variant) =>
    variant.host((pjson) => delete pjson.dependencies["@byhand/oclif"])
  ),
  damaged(
    "the plugin's package.json is corrupt",
    (variant) => writeFileSync(join(variant.plugin, "package.json"), "{"),
    { A: ends(2), C: ends(1) }
  ),
  damaged(
    "the plugin's package.json is missing",
    (variant) => variant.remove(join(variant.plugin, "package.json")),
    { A: ends(2), C: ends(1) }
  ),
  damaged("the plugin's folder is missing", (variant) => variant.remove(variant.plugin), {
    A: ends(2),
    C: ends(1)
  }),
  damaged(
    "the guard's file is missing",
    (variant) => variant.remove(join(variant.plugin, "dist/guard.cjs")),
    { A: ends(1), B: ends(1), C: ends(1) }
  ),
  damaged("a plugin of the user's has the plugin's name, and no hooks", (variant) => {
    // oclif loads what a user linked before what the host lists, and skips the second of a name.
    variant.write("impostor/package.json", '{"name":"@byhand/oclif","version":"9.9.9","oclif":{}}')
    variant.addUserPlugin({ name: "@byhand/oclif", type: "link", root: join(variant.root, "impostor") })
  }),

  ...(["installed", "linked"] as const).flatMap((wiring) =>
    ["LEGACY_DATA_DIR", "XDG_DATA_HOME", "HOME"].map((variable) => moved(wiring, variable, movedAway))
  ),
  {
    way: "the folder is gone that a user linked",
    wiring: "linked",
    change: (variant) => variant.remove(variant.plugin),
    cells: movedAway
  },
  {
    way: "the package.json of the user's folder is corrupt",
    wiring: "installed",
    change: (variant) => writeFileSync(join(variant.data, "package.json"), "{"),
    cells: movedAway
  }
]
