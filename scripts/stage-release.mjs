// Packs every package whose version the registry does not have, and stages it there: a person publishes it, by approving it with
// their second factor. Usage: node scripts/stage-release.mjs [--dry-run]
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packageOf, publishedFolders } from "./hosts.mjs"
import { pnpm } from "./pnpm.mjs"

const dryRun = process.argv.includes("--dry-run")
const folder = mkdtempSync(join(tmpdir(), "byhand-release-"))

try {
  const due = publishedFolders.map(packageOf).filter((pjson) => !isPublished(pjson))
  if (due.length === 0) console.log("Every version is published: nothing to stage.")
  for (const { name, version } of due) {
    const status = pnpm(["--filter", name, "pack", "--pack-destination", folder], { stdio: "ignore" })
    if (status !== 0)
      throw new Error(`${name}@${version} could not be packed. Build it with \`npm run build\`.`)
    const file = readdirSync(folder).find((entry) =>
      entry.startsWith(name.replace("@", "").replace("/", "-"))
    )
    stage(`${name}@${version}`, join(folder, file))
  }
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}

function stage(what, file) {
  if (dryRun) return console.log(`Would stage ${what}.`)
  const { status } = spawnSync("npm", ["stage", "publish", file, "--access", "public"], { stdio: "inherit" })
  if (status !== 0)
    throw new Error(
      `${what} could not be staged; npm says why above. What was staged before it stays so: run this again when that is mended.`
    )
  console.log(
    `Staged ${what}. A maintainer publishes it with \`npm stage approve\`, or on its page at the registry.`
  )
}

/** @throws Error when the registry cannot be asked: a version that may be there is not staged again. */
function isPublished({ name, version }) {
  const { status, stdout, stderr } = spawnSync("npm", ["view", `${name}@${version}`, "version", "--json"], {
    encoding: "utf8"
  })
  if (status === 0) return stdout.includes(version)
  if (stdout.includes("E404") || stderr.includes("E404")) return false
  throw new Error(`The registry could not be asked for ${name}@${version}.\n${stderr}`)
}
