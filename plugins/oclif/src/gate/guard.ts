import type { CommandInstance, ParsedCommandLine, ParseOptions } from "./oclif-shape.ts"
import { readDeclaration } from "./declaration-of.ts"
import { type GuardedCommand, guardedCommands } from "./guarded-command.ts"
import { guardedCatch, guardedFinally, guardedLifecycle, lock, type Method } from "./locked-methods.ts"
import { ofProcess } from "./of-process.ts"
import { type Parse, parseOnce } from "./parse-once.ts"
import { refuse } from "./refuse.ts"
import { runAtGate } from "./run-at-gate.ts"
import { outputOf } from "./run-output.ts"

/** A command class, as the gate reads it. */
export type ReadableClass = ParseOptions & { readonly prototype: object }

// Seen by every copy of this package in the process: a class is guarded once, whoever guards it.
const guardedMark = Symbol.for("@byhand/oclif/guarded")
const adoptedMark = Symbol.for("@byhand/oclif/adopted")
const wrappers = ofProcess("wrappers", () => new WeakSet<Method>())
/** Prototypes of classes that declare a person and were not made by `personOnly`: their instances are guarded when they run. */
const adopting = ofProcess("adopting", () => new WeakSet<object>())

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
export function guard(command: CommandInstance, constructed: ReadableClass, floor: object): void {
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
  const state: GuardedCommand = {
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

/** Whether instances of this class are guarded by their constructor. */
export function isGuardedClass(commandClass: { readonly prototype?: object }): boolean {
  return (commandClass.prototype as { [guardedMark]?: boolean } | undefined)?.[guardedMark] === true
}

/** Says that the constructor of this class, and so of every subclass, calls `guard`. */
export function markGuarded(commandClass: { readonly prototype: object }): void {
  Object.defineProperty(commandClass.prototype, guardedMark, { value: true })
  // oclif caches it: the manifest knows the class for guarded, also when its contract is missing.
  Object.defineProperty(commandClass, "guardedAs", { value: "person-only", enumerable: true })
}

/** Guards a class whose constructor cannot: each instance is guarded when its handler is first reached. */
export function adoptOnRun({ prototype }: { readonly prototype: object }): void {
  if (Object.hasOwn(prototype, adoptedMark)) return
  Object.defineProperty(prototype, adoptedMark, { value: true })
  adopting.add(prototype)
  wrapEveryRun(prototype, prototype)
}

/** The adopted class that an instance is of, its own or one above; its handler may stand higher still. */
function adoptedBy(command: object): object | undefined {
  for (
    let at = Object.getPrototypeOf(command) as object | null;
    at !== null;
    at = Object.getPrototypeOf(at) as object | null
  )
    if (adopting.has(at)) return at
  return undefined
}

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
  return function (this: unknown, ...args: unknown[]) {
    const command = this as object
    const adopted = guardedCommands.has(command) ? undefined : adoptedBy(command)
    const atGate = async () => {
      if (adopted !== undefined)
        guard(command as CommandInstance, command.constructor as unknown as ReadableClass, adopted)
      return runAtGate(command, original, args)
    }
    return personOnly || adopted !== undefined || guardedCommands.has(command)
      ? atGate()
      : original.apply(this, args)
  }
}
