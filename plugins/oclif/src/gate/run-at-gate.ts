import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { commandErrorOf, invalidArguments, keepFourForHandOff, reportIt } from "../output/oclif-error.ts"
import { carryOut } from "../carry-out/carry-out.ts"
import { type CommandCall, commandPath } from "../carry-out/command-call.ts"
import { notePassage } from "../output/outlet.ts"
import { atGate, type GuardedCommand, guardedCommands, running } from "./guarded-command.ts"
import type { PersonWording } from "./hand-off.ts"
import type { Method } from "./locked-methods.ts"
import type { CommandInstance } from "./oclif-shape.ts"
import { pass } from "./pass.ts"
import { refuse } from "./refuse.ts"
import { outputOf } from "./run-output.ts"

/**
 * Runs a handler once the person has answered, or right away when the call comes from the handler itself.
 *
 * A command that was refused stays refused: an author's `_run` that tries again asks nothing again.
 */
export async function runAtGate(command: object, original: Method, args: unknown[]): Promise<unknown> {
  const state = guardedCommands.get(command)
  if (state === undefined) throw refuse(neverConstructed(), outputOf({ argv: [], config: { bin: "" } }, {}))
  if (running.getStore() === state) return original.apply(command, args)
  const { passage, call } = await passGate(state)
  notePassage()
  if (passage._tag === "Preview") return passage.data
  state.record = passage.record
  // Only now: neither the key of an earlier call nor a clock that runs out answers for the person.
  return carryOut(call, {
    run: original,
    call: () => running.run(state, () => original.apply(command, args))
  })
}

function neverConstructed(): CommandError {
  return new CommandError({
    code: "INVALID_DECLARATION",
    exit: CommandExit.GENERAL_ERROR,
    message:
      "A person-only command was run without having been constructed, so it has no gate. Nothing was done. " +
      "Construct it with `new`."
  })
}

async function passGate(state: GuardedCommand) {
  if (state.refusal !== undefined) throw state.refusal
  const output = state.output()
  try {
    if (atGate.getStore() === state) throw runFromItsOwnGate()
    return await atGate.run(state, async () => {
      const line = await state.line().catch((thrown: unknown) => {
        throw invalidArguments(thrown)
      })
      const call = {
        command: state.command,
        path: commandPath(state.command.config, nameOf(state.command)),
        contract: state.contract,
        wording: (state.command.constructor as { wording?: PersonWording }).wording ?? {},
        line,
        nonInteractive: output.nonInteractive || line.flags["non-interactive"] === true,
        forPerson: !output.json
      }
      return { passage: await pass(call), call: call as CommandCall }
    })
  } catch (thrown) {
    state.refusal = refuse(keepFourForHandOff(commandErrorOf(thrown, "execution")), output)
    throw state.refusal
  }
}

function runFromItsOwnGate(): CommandError {
  return new CommandError({
    code: "ATTESTATION_FAILED",
    exit: CommandExit.GENERAL_ERROR,
    message:
      "The command's preview() or attestation() calls run(), which only a person's answer may do. Nothing was done.",
    suggestion: reportIt
  })
}

function nameOf(command: CommandInstance): string {
  return (
    command.id ??
    (command.constructor as { id?: string; name: string }).id ??
    command.constructor.name.toLowerCase()
  )
}
