import { AsyncLocalStorage } from "node:async_hooks"
import type { AttestationRecord } from "@byhand/attestation"
import type { CommandError } from "@byhand/envelope"
import type { CommandContract } from "@byhand/manifest"
import { ofProcess } from "./of-process.ts"
import type { CommandInstance, ParsedCommandLine } from "./oclif-shape.ts"
import type { OutputOf } from "./run-output.ts"

/** What the gate knows of one instance of a person-only command. */
export interface GuardedCommand {
  readonly command: CommandInstance
  readonly contract: CommandContract
  readonly output: () => OutputOf
  readonly line: () => Promise<ParsedCommandLine>
  parsed: ParsedCommandLine | undefined
  record: AttestationRecord | undefined
  refusal: CommandError | undefined
}

export const guardedCommands = ofProcess("guarded-commands", () => new WeakMap<object, GuardedCommand>())
/** The command whose handler the current call comes from: `super.run()` inside it asks nothing again. */
export const running = ofProcess("running", () => new AsyncLocalStorage<GuardedCommand>())
/** The command that is at its gate: its author's preview() or attestation() must not run the handler. */
export const atGate = ofProcess("at-gate", () => new AsyncLocalStorage<GuardedCommand>())

/** The parsed command line of a person-only command, once it is at its gate. */
export function acceptedLine(command: object): ParsedCommandLine | undefined {
  return guardedCommands.get(command)?.parsed
}

/** The record of the person's answer, once it was given. */
export function attestedBy(command: object): AttestationRecord | undefined {
  return guardedCommands.get(command)?.record
}
