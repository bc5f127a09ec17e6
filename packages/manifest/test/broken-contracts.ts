import { approve, list } from "./contracts.ts"

/** One declaration that a rule refuses, and where. */
export interface Violation {
  readonly contract: object
  readonly flags?: object
  readonly positionals?: readonly object[]
  readonly path: string
}

export const success = list.exit_codes["0"]
export const precondition = approve.exit_codes["4"]
export const exits = (codes: object) => ({ exit_codes: { "0": success, ...codes } })
export const yes = { type: "boolean", required: false, description: "Answer every prompt" }
export const id = { name: "id", type: "string", required: true, description: "ID of the decision" }
export const person = (change: object) => ({ ...approve, ...change })
export const plain = (change: object) => ({ ...list, ...change })
export const without = (contract: object, field: string) =>
  Object.fromEntries(Object.entries(contract).filter(([name]) => name !== field))
export const wrong = (field: string, value: unknown = 7): Violation => ({
  contract: plain({ [field]: value }),
  path: `/${field}`
})
export const inExit4 = (change: object) => person(exits({ "4": { ...precondition, ...change } }))
