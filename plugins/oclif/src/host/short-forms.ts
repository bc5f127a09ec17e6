import type { HoistedCommandLine } from "../flags/global-flags.ts"
import type { CachedCommand, HeldConfig } from "./held-config.ts"

/**
 * Lets a host that has no use for `-h` and `-V` answer them with its help and its version (REQ-F-068).
 *
 * `-h` counts as the last word of a line, where it is nobody's value, and `-V` as the only one.
 */
export function understandShortForms(
  { pjson }: HeldConfig,
  { argv }: HoistedCommandLine,
  command: CachedCommand | undefined
): void {
  const { oclif } = pjson
  const takes = (char: string) =>
    command?.strict === false || Object.values(command?.flags ?? {}).some((flag) => flag.char === char)
  if (argv.at(-1) === "-h" && !argv.includes("--") && !takes("h"))
    oclif.additionalHelpFlags = [...(oclif.additionalHelpFlags ?? []), "-h"]
  if (argv.length === 1 && argv[0] === "-V" && !takes("V"))
    oclif.additionalVersionFlags = [...(oclif.additionalVersionFlags ?? []), "-V"]
}
