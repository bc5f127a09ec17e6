import type { CommandContract } from "./contract.ts"
import { isObject } from "./json.ts"
import { mostDeclaredValues, plainJson } from "./plain-json.ts"
import { notJson, problemOf, type RegistrationProblem } from "./registration-problem.ts"

/**
 * What a command declares: its contract, or why it cannot be read.
 *
 * Requirement: REQ-C-036
 */
export interface Declaration {
  /** A frozen copy of the contract; undefined when the command declares none, or when there are problems with reading it. */
  readonly contract: CommandContract | undefined
  /** Problems of the declaration as such. The contract's content is judged by `registrationProblems`. */
  readonly problems: readonly RegistrationProblem[]
}

const rule = (id: string, why: string) => ({ id, requirement: "REQ-C-036", why })
const rules = {
  getter: rule("declaration-getter", "a getter is not run, and it vanishes from a cached manifest"),
  hidden: rule("declaration-hidden", "the command would lose, without a word, what its base class declares"),
  object: rule("declaration-not-an-object", "a contract is one JSON object of declared fields"),
  topLevel: rule(
    "declaration-top-level",
    "only the contract declares, and here the word would have no effect"
  ),
  unreadable: rule("declaration-unreadable", "what cannot be read cannot be checked")
}
const mostAncestors = 100

/**
 * Reads what a command class, or an entry of a command cache, declares about itself.
 *
 * Only an own or inherited `contract` that is plain JSON declares. A getter is not run. A top-level `requires_person` or
 * `requiresPerson` is a problem, never ignored: its author meant something by it.
 *
 * @param holder a command class or a cached command
 * @returns the contract and the problems of reading it. The contract's rules are not applied: give it to `registrationProblems`.
 *   Never throws, whatever the holder.
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { declaration } from "@byhand/manifest"
 *
 * class Approve {
 *   static requiresPerson = true
 * }
 * const { contract, problems } = declaration(Approve)
 * console.log(contract) // undefined
 * console.log(problems[0]?.rule) // declaration-top-level
 * ```
 */
export function declaration(holder: object): Declaration {
  try {
    const found = find(holder, "contract")
    const read = found === undefined ? { contract: undefined, problems: [] } : contractOf(found)
    const problems = [...read.problems, ...topLevel(holder)]
    return Object.freeze({ contract: read.contract, problems: Object.freeze(problems) })
  } catch {
    return Object.freeze({ contract: undefined, problems: Object.freeze([unreadable()]) })
  }
}

interface Found {
  readonly property: PropertyDescriptor
  /** An own `contract = undefined` nearer to the command stands before it. */
  readonly hidden: boolean
}

/** The nearest property of the name with a value, along the chain of prototypes. */
function find(holder: object, name: string): Found | undefined {
  let hidden = false
  let at: unknown = holder
  for (let step = 0; at !== null; step += 1) {
    if ((typeof at !== "object" && typeof at !== "function") || step > mostAncestors)
      throw new TypeError("A command is a class or an object with a chain of classes that ends.")
    const property = Object.getOwnPropertyDescriptor(at, name)
    if (property !== undefined) {
      if (!("value" in property) || property.value !== undefined) return { property, hidden }
      hidden = true
    }
    at = Object.getPrototypeOf(at)
  }
  return undefined
}

function contractOf({ property, hidden }: Found): Declaration {
  if (!("value" in property)) {
    const fix = "Write `static contract = { … }` with the fields themselves."
    return refuse(rules.getter, "The contract is a getter; expected a plain object", fix)
  }
  if (hidden) {
    const fix =
      "Write `declare static contract: CommandContract` where the type is stated, or give the contract a value."
    return refuse(
      rules.hidden,
      "The contract is undefined over an inherited one; expected a value or no such field",
      fix
    )
  }
  const { value, faults } = plainJson(property.value, mostDeclaredValues)
  if (value === undefined) return { contract: undefined, problems: notJson("", faults) }
  if (!isObject(value)) {
    const fix = "Write `static contract = { danger_level: …, required_scopes: […], exit_codes: { … } }`."
    return refuse(rules.object, `The contract is ${JSON.stringify(value)}; expected an object`, fix)
  }
  // Plain JSON, not yet judged: every reader of a contract judges it by registrationProblems before it relies on a field.
  return { contract: value as object as CommandContract, problems: [] }
}

function refuse(why: (typeof rules)["getter"], what: string, fix: string): Declaration {
  return { contract: undefined, problems: [problemOf(why, { path: "", what, fix })] }
}

function topLevel(holder: object): readonly RegistrationProblem[] {
  return ["requires_person", "requiresPerson"]
    .filter((name) => find(holder, name) !== undefined || Object.hasOwn(holder, name))
    .map((name) =>
      problemOf(rules.topLevel, {
        path: "/requires_person",
        what: `The command has \`${name}\` outside its contract; expected requires_person: true in the contract, or nowhere`,
        fix: `Remove \`static ${name}\` and write \`static contract = personContract({ … })\`.`
      })
    )
}

function unreadable(): RegistrationProblem {
  return problemOf(rules.unreadable, {
    path: "",
    what: "The command cannot be read; expected a class or a plain object",
    fix: "Register the command's class itself, not a proxy or a value of another kind."
  })
}
