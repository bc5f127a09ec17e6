import { Flags } from "@oclif/core"

/** A number of seconds as milliseconds. */
export const seconds = Flags.custom<number>({
  parse: async (text) => {
    const value = Number(text)
    if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value * 1000
    throw new Error(`Expected a number of seconds that is more than 0, such as 90, but received: ${text}`)
  }
})
