import { invocation } from "../output/invocation.ts"

// Known to every copy of this package: a guarded class has its own way to its handler.
const guarded = Symbol.for("@byhand/oclif/guarded")

interface Contract {
  readonly requires_person?: unknown
  readonly danger_level?: unknown
  readonly confirm_flag?: unknown
  readonly safe_default?: unknown
  readonly interactive?: unknown
  readonly has_network_io?: unknown
  readonly streaming_default?: unknown
}

/**
 * The contract by which an ordinary command is to be run, when running it takes more than oclif does: something in its contract
 * or on its line asks for it, or its handler yields its result bit by bit.
 *
 * The cheap question that every run asks. A getter is not run, and a contract of another shape counts as none.
 */
export function contractToRunBy(command: object): object | undefined {
  const { argv = [], run } = command as { argv?: readonly string[]; run?: unknown }
  if ((command as { [guarded]?: boolean })[guarded] === true) return undefined
  const contract = plainContract(command.constructor) ?? {}
  if (contract.requires_person !== undefined) return undefined
  const asks =
    contract.danger_level === "destructive" ||
    contract.confirm_flag !== undefined ||
    contract.safe_default === true ||
    contract.interactive === true ||
    contract.has_network_io === true ||
    contract.streaming_default === true
  const isStream = (run as object | undefined)?.constructor.name === "AsyncGeneratorFunction"
  const isKeyed =
    contract.danger_level !== undefined && argv.some((word) => word.startsWith("--idempotency-key"))
  return asks || isStream || isKeyed || invocation().nonInteractive ? contract : undefined
}

function plainContract(commandClass: object): Contract | undefined {
  for (let at: object | null = commandClass; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const value: unknown = Object.getOwnPropertyDescriptor(at, "contract")?.value
    if (value !== undefined) return typeof value === "object" && value !== null ? value : undefined
  }
  return undefined
}
