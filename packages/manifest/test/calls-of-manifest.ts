import type { CommandEntry, FlagEntry, PositionalEntry } from "../src/index.ts"

/** What an agent may know of a text that a flag or a positional takes: a value for its name. */
export type Texts = Readonly<Record<string, string>>

/** A value of the kind that an entry asks for; a text is the ID of a decision that exists, which is as good as any other. */
function valueFor(
  name: string,
  { enum_values, type, ...entry }: FlagEntry | PositionalEntry,
  texts: Texts
): string {
  const [choice] = enum_values ?? []
  const standard = "default" in entry ? entry.default : undefined
  return String(choice ?? standard ?? texts[name] ?? (type === "integer" || type === "number" ? 1 : "D-1"))
}

/**
 * The calls of a command, made of what the document says and nothing else: the least that it takes, and the most, where that is
 * something else. Each is the words behind the name of the tool.
 */
export function callsOf(path: string, entry: CommandEntry, texts: Texts = {}): string[][] {
  const least = callOf(path, entry, ({ required }) => required, texts)
  const most = callOf(path, entry, () => true, texts)
  return least.join("\n") === most.join("\n") ? [least] : [least, most]
}

function callOf(
  path: string,
  entry: CommandEntry,
  isGiven: (parameter: FlagEntry | PositionalEntry) => boolean,
  texts: Texts
): string[] {
  const { positionals = [] } = entry
  const names = new Set(Object.entries(entry.flags).flatMap(([name, flag]) => (isGiven(flag) ? [name] : [])))
  keepRules(names, entry)
  return [
    ...nameOf(path, entry),
    ...positionals.filter(isGiven).map((positional) => valueFor(positional.name, positional, texts)),
    ...Object.entries(entry.flags)
      .filter(([name]) => names.has(name))
      .map(([name, flag]) =>
        flag.type === "boolean" ? `--${name}` : `--${name}=${valueFor(name, flag, texts)}`
      )
  ]
}

/** A dot path is said in words, unless an example of the command shows another way. */
function nameOf(path: string, { examples = [] }: CommandEntry): string[] {
  const shown = examples
    .map(({ command }) => command.split(" ")[1] ?? "")
    .find((word) => word.replaceAll(/[^\w-]/g, ".") === path)
  return shown === undefined ? path.split(".").filter((word) => word !== "") : [shown]
}

/** Leaves out what may not stand beside another flag, and what needs one that is left out. */
function keepRules(names: Set<string>, { flags, requires = [] }: CommandEntry): void {
  const bars = requires.flatMap((rule) => ("prohibited" in rule ? [rule] : []))
  const isBarred = (name: string) =>
    bars.some(({ if_flag, prohibited }) => {
      const others = if_flag === name ? prohibited : prohibited.includes(name) ? [if_flag] : []
      return others.some((other) => other !== name && names.has(other))
    })
  for (const name of names) if (isBarred(name) && flags[name]?.required !== true) names.delete(name)
  for (const rule of requires)
    if ("then_required" in rule && rule.then_required.some((needed) => !names.has(needed)))
      names.delete(rule.if_flag)
}
