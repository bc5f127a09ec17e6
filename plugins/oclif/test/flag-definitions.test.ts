import { createRequire } from "node:module"
import type { Flags } from "@oclif/core"
import { describe, expect, it } from "vitest"
import { booleanFlag, optionFlag } from "../src/flags/definitions.ts"

const require = createRequire(import.meta.url)

const about = { description: "What it is for", helpGroup: "GLOBAL" }
const options = ["json", "plain"]

describe.each(["@oclif/core", "oclif-core-5"])("the gate's own flags, beside those of %s", (name) => {
  const oclif = (require(name) as { Flags: typeof Flags }).Flags

  it("are what Flags.boolean() makes", async () => {
    await expectSame(booleanFlag(about), oclif.boolean(about), [true, false])
  })

  it("are what Flags.string() makes", async () => {
    await expectSame(optionFlag(about), oclif.string(about), ["anything", ""])
  })

  it("are what Flags.string() makes of options", async () => {
    await expectSame(optionFlag({ ...about, options }), oclif.string({ ...about, options }), [
      "json",
      "plain"
    ])
  })
})

/** Alike in every field, and in what their parsers make of a value. */
async function expectSame(own: object, theirs: object, values: readonly unknown[]): Promise<void> {
  const { parse, ...rest } = own as { parse: Parse }
  const { parse: parseTheirs, ...restOfTheirs } = theirs as { parse: Parse }
  expect(rest).toEqual(restOfTheirs)
  for (const value of values) expect(await parse(value)).toBe(await parseTheirs(value))
}

type Parse = (value: unknown) => Promise<unknown>
