/** A text that a command's author wrote, as JSON can carry it: half a surrogate pair becomes the replacement character. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value.toWellFormed() : ""
}

/** What oclif's templates may name: the host, and the command itself. */
export interface TemplateContext {
  readonly config: object
  readonly command: object
}

/**
 * Fills in the places of a text that oclif's help fills in too (`<%= config.bin %>`), so that an agent gets a command it can run.
 *
 * Only a plain path to a string is filled in. oclif evaluates any JavaScript here; this does not.
 */
export function rendered(value: unknown, contextOf: () => TemplateContext): string {
  const text = textOf(value)
  if (!text.includes("<%")) return text
  const context = contextOf()
  return text.replaceAll(
    /<%[=-]\s*(config|command)\.([\w.]+)\s*%>/g,
    (place, root: keyof TemplateContext, path: string) => {
      const found = path.split(".").reduce<unknown>((at, name) => member(at, name), context[root])
      return typeof found === "string" ? found : place
    }
  )
}

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
