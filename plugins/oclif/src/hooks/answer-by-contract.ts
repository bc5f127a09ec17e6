import { globalFlagNames } from "../flags/names.ts"
import type { HeldConfig, InitOptions } from "../host/held-config.ts"
import { isHeld } from "../output/held.ts"
import { outputFormat } from "../output/json-mode.ts"
import { suitPerson } from "../output/surroundings.ts"
import { bettered, hostCode } from "./host-code.ts"

/**
 * Makes a host answer the call by the contract: in an envelope where stdout is for a program, and with the flags that every
 * command understands. A call without any of this, at a terminal, is left to oclif until it fails.
 */
export async function answerByContract(options: InitOptions): Promise<void> {
  // The launcher does this, and more.
  if (isHeld()) return
  if (needsHolding(options)) return hostCode().holdHost(options)
  suitPerson()
  const { config } = options
  const { runCommand } = config
  config.runCommand = async (...args) => {
    try {
      return await runCommand.apply(config, args)
    } catch (thrown) {
      throw await bettered(thrown, () => hostCode().endedAtTerminal(options, thrown))
    }
  }
}

function needsHolding({ config, id, argv }: InitOptions): boolean {
  return (
    outputFormat({ bin: config.bin }) !== "plain" ||
    id === "help" ||
    [id, ...argv].some((word) => word !== undefined && isOurs(word, config))
  )
}

/** Whether a word may be a flag that a host does not know, or may ask for help, which shows those flags, for the version, or for the host's own JSON. */
function isOurs(word: string, { pjson }: HeldConfig): boolean {
  return (
    word === "--json" ||
    word === "--yes" ||
    word === "--help" ||
    word === "--version" ||
    word === "-h" ||
    word === "-V" ||
    pjson.oclif.additionalHelpFlags?.includes(word) === true ||
    pjson.oclif.additionalVersionFlags?.includes(word) === true ||
    globalFlagNames.some((name) => word === `--${name}` || word.startsWith(`--${name}=`))
  )
}
