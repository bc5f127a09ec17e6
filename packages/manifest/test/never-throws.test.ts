import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { declaration, personContract, registrationProblems } from "../src/index.ts"
import { list } from "./contracts.ts"
import { hostileValues } from "./hostile.ts"

const hostile = Object.entries(hostileValues)

describe("whatever is declared", () => {
  it.each(hostile)("registrationProblems reports a contract that is %s", (_name, value) => {
    expect(registrationProblems(value).length).toBeGreaterThan(0)
    expect(registrationProblems({ ...list, steps: [value, 1] }).length).toBeGreaterThan(0)
  })

  it.each(hostile.filter(([name]) => !["undefined", "array"].includes(name)))(
    "registrationProblems reports flags and positionals that are %s",
    (_name, value) => {
      expect(registrationProblems(list, { flags: value } as object).length).toBeGreaterThan(0)
      expect(registrationProblems(list, { positionals: value } as object).length).toBeGreaterThan(0)
    }
  )

  it.each(hostile)("registrationProblems takes %s for a command without throwing", (_name, value) => {
    expect(registrationProblems(list, value as object)).toBeInstanceOf(Array)
  })

  it.each(hostile)("personContract keeps or completes %s, and the result is refused", (_name, value) => {
    const contract = personContract(value as never)
    expect(contract).toBeTypeOf("object")
    expect(registrationProblems(contract).length).toBeGreaterThan(0)
    const { problems, contract: read } = declaration({ contract })
    expect([...problems, ...registrationProblems(read)].length).toBeGreaterThan(0)
  })

  it.each(hostile.filter(([name]) => name !== "undefined"))(
    "declaration never takes %s for a contract in order",
    (_name, value) => {
      const { contract, problems } = declaration({ contract: value })
      expect([...problems, ...registrationProblems(contract)].length).toBeGreaterThan(0)
    }
  )

  it.each(hostile)("declaration reads a holder that is %s without throwing", (_name, value) => {
    expect(declaration(value as object).problems).toBeInstanceOf(Array)
  })

  it("nothing throws on generated values of every kind", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
      withObjectString: true
    })
    fc.assert(
      fc.property(anything, anything, (one, other) => {
        registrationProblems(one, { flags: other, positionals: other } as object)
        registrationProblems({ ...list, exit_codes: one, required_scopes: other, requires: [one] })
        registrationProblems(personContract({ ...list, exit_codes: { 0: one, 4: other } } as never))
        declaration(one as object)
        declaration({ contract: one, requires_person: other })
      }),
      { numRuns: 2000 }
    )
  })
})
