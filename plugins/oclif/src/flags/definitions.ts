import type { Interfaces } from "@oclif/core"

// What `Flags.boolean()` and `Flags.string()` make, in oclif 4 and 5. Written out, because asking `@oclif/core` for it here
// would load a second oclif in a host where a user installed the plugin. The `name` that the types want comes from oclif,
// which gives each flag the name it is listed under.

export interface Switch extends Interfaces.BooleanFlag<boolean> {}
export interface Choice extends Interfaces.OptionFlag<string | undefined> {}

interface FlagText {
  readonly description: string
  readonly helpGroup: string
}

/** A flag that is given or not. */
export function booleanFlag(text: FlagText): Switch {
  const flag: Omit<Switch, "name"> = {
    ...text,
    type: "boolean",
    allowNo: false,
    parse: async (given) => given
  }
  return flag as Switch
}

/** A flag with a value, which may be one of a few. */
export function optionFlag(
  text: FlagText & { readonly options?: readonly string[] },
  parse: (value: string) => string = (value) => value
): Choice {
  const flag: Omit<Choice, "name"> = {
    ...text,
    type: "option",
    multiple: false,
    input: [],
    parse: async (value) => parse(value)
  }
  return flag as Choice
}
