import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, join } from "node:path"
import { packages, root, tarballOf } from "../published/support/entries.ts"

/** A registry that has what is packed, in place of the one where it will be published. */
export interface Registry {
  readonly url: string
  close(): void
}

/** Serves the packages of this repository to npm, and nothing else. */
export async function openRegistry(): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "")
    const name = packages.find((known) => path === `/${known}`)
    const tarball = packages.map(tarballOf).find((file) => path === `/${basename(file)}`)
    // npm is not to remember what another run has packed.
    response.setHeader("cache-control", "no-store")
    if (name !== undefined) response.end(JSON.stringify(documentOf(name, urlOf(server))))
    else if (tarball !== undefined) response.end(readFileSync(tarball))
    else response.writeHead(404).end("{}")
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: urlOf(server), close }
}

function urlOf(server: Server): string {
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}

/** What a registry says of a package: its one version, and where that is. */
function documentOf(name: string, url: string) {
  const manifest = JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8")) as {
    readonly version: string
  }
  const file = tarballOf(name)
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  const dist = { tarball: `${url}${basename(file)}`, integrity }
  return {
    name,
    "dist-tags": { latest: manifest.version },
    versions: { [manifest.version]: { ...manifest, dist } }
  }
}
