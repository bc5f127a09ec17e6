import { Command, Flags } from "@oclif/core"
import { hostManifest } from "../describe/host-manifest.ts"
import { rootFlags } from "../flags/gate-flags.ts"
import { isJsonMode } from "../output/json-mode.ts"
import { isHeld } from "../output/held.ts"
import { addMeta, warnOf, writeEnding } from "../output/outlet.ts"
import { keepText } from "../output/written-text.ts"

/** `manifest`: every command of the host, in one document an agent can build every call from (REQ-O-041). */
export default class Manifest extends Command {
  static override description =
    "Describe every command of this tool, for a program: flags, exits, and what only a person may do"
  static override aliases = ["byhand:manifest"]
  static override examples = ["<%= config.bin %> manifest --format json"]
  static override flags = {
    ...rootFlags,
    etag: Flags.string({
      description: "The etag of the manifest you have; an unchanged manifest is not sent again"
    })
  }
  static contract = {
    danger_level: "safe",
    required_scopes: [],
    exit_codes: {
      "0": {
        name: "SUCCESS",
        description: "The manifest, or that it is not modified",
        retryable: false,
        side_effects: "none"
      }
    }
  }

  async run(): Promise<unknown> {
    const { flags } = await this.parse(Manifest)
    const json = isJsonMode({ format: flags.format, bin: this.config.bin })
    const { manifest, problems } = hostManifest(this.config)
    warnOf(problems, { forPerson: !json })
    const isKnown = flags.etag === manifest.etag
    if (isKnown) addMeta({ not_modified: true })
    const data = isKnown ? null : manifest
    if (json && data !== null) keepText(data)
    if (json && !isHeld()) await writeEnding({ data })
    if (!json) this.log(isKnown ? "Not modified." : JSON.stringify(manifest, null, 2))
    return data
  }
}
