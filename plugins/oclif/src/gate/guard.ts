import { AsyncLocalStorage } from "node:async_hooks"
import type { AttestationRecord } from "@byhand/attestation"
import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { CommandContract } from "@byhand/manifest"
import { commandErrorOf, invalidArguments, lockedMethod, markForOclif } from "../output/oclif-error.ts"
import { keepRefusal, launcherWrites } from "../output/outlet.ts"
import { type Parse, parseOnce } from "./parse-once.ts"
import { pass } from "./pass.ts"
import { readDeclaration } from "./declaration-of.ts"
import { commandPath, type PersonWording } from "./hand-off.ts"
import type { CommandInstance, HostConfig, ParsedCommandLine, ParseOptions } from "./oclif-shape.ts"
import { type OutputOf, outputOf, printSchema, runWithEnvelope } from "./run-output.ts"

/** What the gate knows of one instance of a person-only command. */
interface Guarded {
  readonly command: CommandInstance
  readonly contract: CommandContract
  readonly output: () => OutputOf
  readonly line: () => Promise<ParsedCommandLine>
  parsed: ParsedCommandLine | undefined
  record: AttestationRecord | undefined
  refusal: CommandError | undefined
}

type Method = (this: unknown, ...args: unknown[]) => unknown

const guardedCommands = new WeakMap<object, Guarded>()
const wrappers = new WeakSet<Method>()
/** The command whose handler the current call comes from: `super.run()` inside it asks nothing again. */
const running = new AsyncLocalStorage<Guarded>()
/** The command that is at its gate: its author's preview() or attestation() must not run the handler. */
const atGate = new AsyncLocalStorage<Guarded>()

/** The parsed command line of a person-only command, once it is at its gate. */
export function acceptedLine(command: object): ParsedCommandLine | undefined {
  return guardedCommands.get(command)?.parsed
}

/** The record of the person's answer, once it was given. */
export function attestedBy(command: object): AttestationRecord | undefined {
  return guardedCommands.get(command)?.record
}

/**
 * Puts the gate in front of a command that was just constructed.
 *
 * Every `run` on the way from the constructed class up is wrapped once, so that however the handler is reached (the
 * static `run`, an instance's, `super.run()`, `X.prototype.run.call(x)`) it is reached through the gate. The instance's
 * own `run`, `parse`, `catch`, `finally` and `_run` are locked: a class field or an assignment fails instead of
 * replacing them.
 *
 * @param command the new instance
 * @param constructed its class (`new.target`)
 * @param floor the guarded class: below it nothing may run without having been constructed
 * @throws CommandError `INVALID_DECLARATION` when the class declares a contract that the rules refuse
 */
export function guard(
  command: CommandInstance,
  constructed: ParseOptions & { prototype: object },
  floor: object
): void {
  const output = () => outputOf(command, constructed)
  const { contract, problem } = readDeclaration(constructed)
  if (problem !== undefined) throw refuse(problem, output())

  const prototype = constructed.prototype as Record<string, Method>
  const once = parseOnce(
    command,
    constructed,
    contract,
    (prototype["parse"] as unknown as Parse) ?? (async () => empty)
  )
  const state: Guarded = {
    command,
    contract,
    output,
    parsed: undefined,
    record: undefined,
    refusal: undefined,
    async line() {
      return (state.parsed = await once.line())
    }
  }
  guardedCommands.set(command, state)
  wrapEveryRun(prototype, floor)
  lock(command, "run", prototype["run"])
  lock(command, "parse", once.parse as unknown as Method)
  lock(command, "catch", guardedCatch(state, prototype["catch"]))
  lock(command, "finally", guardedFinally(state, prototype["finally"]))
  lock(command, "_run", guardedLifecycle(state, prototype["_run"]))
}

const empty: ParsedCommandLine = { args: {}, flags: {}, raw: [] }

function wrapEveryRun(from: object, floor: object): void {
  let below = true
  for (
    let at: object | null = from;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    const own = Object.getOwnPropertyDescriptor(at, "run")?.value as Method | undefined
    if (own !== undefined && !wrappers.has(own)) {
      const wrapper = guardedRun(own, below)
      wrappers.add(wrapper)
      // A class above the guarded one may be shared with ordinary commands, which may still set a run of their own.
      Object.defineProperty(at, "run", { value: wrapper, writable: !below, configurable: !below })
    }
    if (at === floor) below = false
  }
}

/** A `run` that passes the gate first. A class above the guarded one may be shared with ordinary commands: those run as ever. */
function guardedRun(original: Method, personOnly: boolean): Method {
  return async function (this: unknown, ...args: unknown[]) {
    const state = guardedCommands.get(this as object)
    if (state === undefined) {
      if (!personOnly) return original.apply(this, args)
      throw refuse(neverConstructed(), outputOf({ argv: [], config: { bin: "" } }, {}))
    }
    if (running.getStore() === state) return original.apply(this, args)
    const passage = await passGate(state)
    if (passage._tag === "Preview") return passage.data
    state.record = passage.record
    return running.run(state, () => original.apply(this, args))
  }
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

async function passGate(state: Guarded) {
  const output = state.output()
  try {
    if (atGate.getStore() === state) throw runFromItsOwnGate()
    return await atGate.run(state, async () => {
      const line = await state.line().catch((thrown: unknown) => {
        throw invalidArguments(thrown)
      })
      return pass({
        command: state.command,
        path: commandPath(state.command.config, nameOf(state.command)),
        contract: state.contract,
        wording: (state.command.constructor as { wording?: PersonWording }).wording ?? {},
        line,
        nonInteractive: output.nonInteractive || line.flags["non-interactive"] === true,
        forPerson: !output.json
      })
    })
  } catch (thrown) {
    state.refusal = refuse(commandErrorOf(thrown, "execution"), output)
    throw state.refusal
  }
}

function runFromItsOwnGate(): CommandError {
  return new CommandError({
    code: "ATTESTATION_FAILED",
    exit: CommandExit.GENERAL_ERROR,
    message:
      "The command's preview() or attestation() calls run(), which only a person's answer may do. Nothing was done."
  })
}

function nameOf(command: CommandInstance): string {
  return (
    command.id ??
    (command.constructor as { id?: string; name: string }).id ??
    command.constructor.name.toLowerCase()
  )
}

/**
 * Refuses a command whose constructor failed, when that is because of how the class is written; else gives back what was thrown.
 *
 * @param thrown what `new` threw: a class field that meets a locked method is a TypeError of the engine's
 */
export function refuseConstruction(
  thrown: unknown,
  at: { argv: string[]; config: HostConfig },
  constructed: ParseOptions
): unknown {
  const error = commandErrorOf(thrown, "execution")
  return error.code === "INVALID_DECLARATION" ? refuse(error, outputOf(at, constructed)) : thrown
}

/** Makes a refusal that oclif ends the process with, and that reaches stdout when stdout carries JSON. */
function refuse(error: CommandError, output: OutputOf): CommandError {
  if (output.json && !launcherWrites()) keepRefusal(error)
  return markForOclif(error, { printed: output.json })
}

/** A refusal is not the author's to handle: an overridden `catch` could swallow it, and oclif 4's makes it exit 1 under `--json`. */
function guardedCatch(state: Guarded, original: Method | undefined): Method {
  return async function (error) {
    if (error === state.refusal) throw error
    const fields = error as { oclif?: { exit?: number }; exitCode?: number }
    if (
      typeof error === "object" &&
      error !== null &&
      fields.exitCode === undefined &&
      fields.oclif?.exit !== undefined
    )
      fields.exitCode = fields.oclif.exit
    if (original === undefined) throw error
    return original.call(state.command, error)
  }
}

/** An author's clean-up runs after a refusal too, but cannot put another error in its place. */
function guardedFinally(state: Guarded, original: Method | undefined): Method {
  return async function (error) {
    try {
      await original?.call(state.command, error)
    } catch (thrown) {
      if (state.refusal === undefined) throw thrown
    }
  }
}

/** oclif's own sequence of init, run, catch and finally, or the author's override of it, which may not lose a refusal. */
function guardedLifecycle(state: Guarded, original: Method | undefined): Method {
  return async function () {
    const output = state.output()
    if (output.schema) return printSchema(state.command, output)
    return runWithEnvelope(output, async () => {
      const result = await original?.call(state.command)
      if (state.refusal !== undefined) throw state.refusal
      return result
    })
  }
}

/** Sets a method that nothing can replace: an assignment says why, and a class field is a TypeError of the engine's. */
function lock(command: object, name: string, method: Method | undefined): void {
  Object.defineProperty(command, name, {
    get: () => method,
    set() {
      throw markForOclif(lockedMethod(name), { printed: false })
    },
    enumerable: false,
    configurable: false
  })
}
