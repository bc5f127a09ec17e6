import { describe, expect, it } from "vitest"
import { declaration } from "../src/index.ts"
import { approve, list } from "./contracts.ts"

const rulesOf = (holder: object) => declaration(holder).problems.map(({ rule }) => rule)

class Command {
  readonly argv: readonly string[] = []
}

describe("declaration", () => {
  it("reads the contract of a class, of its subclasses and of a cached command", () => {
    class Approve extends Command {
      static contract = approve
    }
    class ApproveAgain extends Approve {}
    const cached = JSON.parse(JSON.stringify({ id: "decisions:approve", contract: approve })) as object
    for (const holder of [Approve, ApproveAgain, cached]) {
      expect(declaration(holder)).toEqual({ contract: approve, problems: [] })
    }
  })

  it("takes the nearest contract of a chain of classes", () => {
    class Base extends Command {
      static contract: object = approve
    }
    class List extends Base {
      static override contract = list
    }
    expect(declaration(List)).toEqual({ contract: list, problems: [] })
  })

  it("gives a frozen copy, so that nothing changes a contract after it was checked", () => {
    const holder = { contract: structuredClone(approve) as { mcp?: boolean } }
    const { contract } = declaration(holder)
    holder.contract.mcp = true
    expect(contract?.mcp).toBe(false)
    expect(Object.isFrozen(contract) && Object.isFrozen(contract?.exit_codes["4"]?.error_codes)).toBe(true)
  })

  it("finds nothing to say about a command that declares nothing", () => {
    expect(declaration(class Hello extends Command {})).toEqual({ contract: undefined, problems: [] })
    expect(declaration({ id: "hello", contract: undefined })).toEqual({ contract: undefined, problems: [] })
  })

  it("refuses a getter without running it, an inherited one too", () => {
    let ran = false
    class Sly extends Command {
      static get contract(): object {
        ran = true
        return approve
      }
    }
    class Slyer extends Sly {}
    expect([rulesOf(Sly), rulesOf(Slyer), ran]).toEqual([
      ["declaration-getter"],
      ["declaration-getter"],
      false
    ])
  })

  it("refuses an undefined contract that hides an inherited one", () => {
    class Approve extends Command {
      static contract: object | undefined = approve
    }
    class Careless extends Approve {
      static override contract: object | undefined
    }
    expect(declaration(Careless).contract).toBeUndefined()
    expect(rulesOf(Careless)).toEqual(["declaration-hidden"])
  })

  it("refuses a contract that is not one JSON object", () => {
    expect(rulesOf({ contract: null })).toEqual(["declaration-not-an-object"])
    expect(rulesOf({ contract: "approve" })).toEqual(["declaration-not-an-object"])
    expect(rulesOf({ contract: [approve] })).toEqual(["declaration-not-an-object"])
    expect(rulesOf({ contract: new Map() })).toEqual(["contract-not-json"])
    expect(
      rulesOf({
        contract: {
          ...approve,
          exit_codes: {
            get 0() {
              return 1
            }
          }
        }
      })
    ).toEqual(["contract-not-json"])
  })

  it("refuses the word outside the contract, whatever its value and wherever it is inherited from", () => {
    class Base extends Command {
      static requiresPerson = false
    }
    class Approve extends Base {
      static contract = approve
    }
    expect(rulesOf(Approve)).toEqual(["declaration-top-level"])
    expect(rulesOf({ requires_person: true })).toEqual(["declaration-top-level"])
    expect(
      rulesOf({
        requires_person: undefined,
        get requiresPerson() {
          return 1
        }
      })
    ).toHaveLength(2)
    expect(declaration(Approve).problems[0]?.fix).toContain("Remove `static requiresPerson`")
  })
})
