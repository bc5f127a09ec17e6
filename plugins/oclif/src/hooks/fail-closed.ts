/** sysexits' EX_SOFTWARE: this tool cannot be trusted to keep its own rules, so it does not start. */
const internalError = 70

/**
 * Makes a hook whose own failure stops the command.
 *
 * oclif goes on with the command when a hook fails, unless the error carries a non-zero exit and is no "module not
 * found": a gate in such a hook would open by breaking.
 */
export function failClosed<Options>(
  hook: (options: Options) => void | Promise<void>
): (options: Options) => Promise<void> {
  return async (options) => {
    try {
      await hook(options)
    } catch (thrown) {
      const exit = (thrown as { oclif?: { exit?: number } } | undefined)?.oclif?.exit
      if (exit !== undefined && exit !== 0 && (thrown as { code?: unknown }).code !== "MODULE_NOT_FOUND")
        throw thrown
      const why = thrown instanceof Error ? thrown.message : String(thrown)
      throw Object.assign(
        new Error(`The person-only commands of this tool could not be guarded, so nothing was run: ${why}`),
        { oclif: { exit: internalError } }
      )
    }
  }
}
