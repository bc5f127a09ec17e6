import { isatty } from "node:tty"
import type { CommandContract } from "@byhand/manifest"
import type { CommandInstance, ParsedCommandLine, ParseOptions } from "../gate/oclif-shape.ts"
import { type Parse, parseOnce } from "../gate/parse-once.ts"
import { isForPerson } from "../output/held.ts"
import { invocation } from "../output/invocation.ts"
import { admit } from "./admit.ts"
import { carryOut } from "./carry-out.ts"
import { commandPath, noteLine } from "./command-call.ts"
import { refuseReading } from "./stdin-watch.ts"

type Runnable = CommandInstance & { run: (...args: unknown[]) => unknown; parse: Parse }

/**
 * Makes an ordinary command keep its contract when it is run: its line is parsed once, with the flags that follow from the
 * contract; a call that is to be a preview is one; and a destructive one that is not confirmed is refused.
 *
 * A person-only command is not one of these: its gate has an order of its own.
 */
export function runByContract(command: object, contract: Partial<CommandContract>): void {
  const runnable = command as Runnable
  const { run, parse } = runnable
  const commandClass = runnable.constructor as ParseOptions & { readonly name: string }
  const once = parseOnce(runnable, commandClass, contract, parse, { readsStdin: true })
  let isAdmitted = false
  put(runnable, "parse", once.parse)
  put(runnable, "run", async (...args: unknown[]) => {
    const handler = { run, call: () => run.apply(runnable, args) }
    if (isAdmitted) return handler.call()
    isAdmitted = true
    const line = contract.arguments === "passthrough" ? notParsed : await once.line()
    noteLine(command, line)
    const call = {
      command,
      contract,
      line,
      path: commandPath(runnable.config, runnable.id ?? commandClass.name.toLowerCase()),
      forPerson: isForPerson()
    }
    askOnlyWhoCanAnswer(contract, line)
    const admission = await admit(call)
    return admission._tag === "Preview" ? admission.data : carryOut(call, handler)
  })
}

const notParsed: ParsedCommandLine = { args: {}, flags: {}, raw: [] }

/** Whatever a command asks with, and whoever it asks: nobody is there, so it is refused before it waits. */
function askOnlyWhoCanAnswer(contract: Partial<CommandContract>, line: ParsedCommandLine): void {
  const isInteractive = contract.interactive === true
  if (isatty(0)) {
    const nonInteractive = invocation().nonInteractive || line.flags["non-interactive"] === true
    if (nonInteractive) refuseReading("NON_INTERACTIVE", isInteractive)
    // What is piped into a command that does not say it asks may be what it works on.
  } else if (isInteractive && contract.stdin === undefined)
    refuseReading("STDIN_NOT_A_TERMINAL", isInteractive)
}

function put(command: object, name: string, value: unknown): void {
  Object.defineProperty(command, name, { value, configurable: true, writable: true })
}
