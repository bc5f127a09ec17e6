import { randomUUID } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { ProcessIdentity } from "../sessions/process-identity.ts"
import type { Constants, Language } from "./language.ts"
import { defaultLimits, type Program, type ProgramLimits, type ProgramRun } from "./program.ts"
import { programFolder } from "./program-folder.ts"
import { startProgram } from "./watched-program.ts"

/** Told once a program's process is there, and before its first instruction: it does not run until this is over. */
export type ProgramStarted = (process: ProcessIdentity) => Effect.Effect<void, HarnessFailure>

/** What a sandbox is made of. */
export interface SandboxOptions {
  readonly languages: readonly Language[]
  /** Each limit that is left out is the default one. */
  readonly limits?: Partial<ProgramLimits> | undefined
  /** The names of variables of the host that its programs are given. None if left out. */
  readonly environment?: readonly string[] | undefined
}

/**
 * Runs a program that a model wrote: in a process and a folder of its own, with limits that the host watches.
 *
 * It is no security boundary against a program that means harm. The layers say what each language keeps a program from; none of
 * them blocks the network.
 *
 * Requirement: ADR-0019: a success rests on what a program printed that the host ran.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { javascript, Sandbox } from "@byhand/headless"
 * const files = [{ path: "main.js", content: "console.log(6 * 7)" }]
 * const program = { role: "solver", language: "javascript", entry: "main.js", files } as const
 * const running = Sandbox.use((sandbox) => sandbox.run(program, null, () => Effect.void))
 * const run = await Effect.runPromise(Effect.provide(running, Sandbox.layer({ languages: [javascript] })))
 * console.log(run.exit_code, run.stdout.trim()) // 0 42
 * ```
 */
export class Sandbox extends Context.Service<
  Sandbox,
  {
    /** The names of the languages that it can run. */
    readonly languages: readonly string[]
    readonly limits: ProgramLimits
    /**
     * Runs a program to its end. Interrupted, it ends the program and everything that it started.
     *
     * Fails when the program cannot be started, and when `started` does. A program that fails, or breaks a limit, has ended.
     */
    run(
      program: Program,
      stdin: string | null,
      started: ProgramStarted
    ): Effect.Effect<ProgramRun, HarnessFailure>
    /** What the program's text says when nothing is run. */
    constants(program: Program): Effect.Effect<Constants, HarnessFailure>
  }
>()("@byhand/headless/Sandbox") {
  /** A sandbox of some languages: `javascript`, `python`, or one of the host's own. */
  static layer(options: SandboxOptions): Layer.Layer<Sandbox> {
    return Layer.sync(Sandbox, () => sandboxOf(options))
  }
}

function sandboxOf({ languages, limits: given, environment = [] }: SandboxOptions): Sandbox["Service"] {
  const limits = { ...defaultLimits, ...given }
  const known = new Map(languages.map((language) => [language.name, language]))
  const languageOf = ({ language }: Program) =>
    Effect.suspend(() => {
      const found = known.get(language)
      return found === undefined ? Effect.fail(unknownLanguage(language)) : Effect.succeed(found)
    })
  const run = Effect.fnUntraced(function* (program: Program, stdin: string | null, started: ProgramStarted) {
    const language = yield* languageOf(program)
    const folder = yield* programFolder(program.files)
    const env = { ...listed(environment), HOME: folder, TMPDIR: folder, BYHAND_PROGRAM: randomUUID() }
    const command = language.command(folder, program, limits)
    return yield* Effect.acquireUseRelease(
      startProgram({ ...command, cwd: folder, env, stdin, limits }),
      (running) =>
        Effect.andThen(
          started(running.identity),
          Effect.promise(() => running.toItsEnd())
        ),
      (running) => Effect.promise(() => running.end())
    )
  }, Effect.scoped)
  return {
    languages: [...known.keys()],
    limits,
    run,
    constants: (program) =>
      Effect.flatMap(languageOf(program), (language) =>
        Effect.promise(() => language.constants(program.files))
      )
  }
}

function listed(names: readonly string[]): Record<string, string> {
  const given = names.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function unknownLanguage(language: string): HarnessFailure {
  const message = `No layer of the sandbox runs ${JSON.stringify(language)}.`
  return new HarnessFailure(harnessError({ code: "LANGUAGE_UNKNOWN", operation: "RUN_PROGRAM", message }))
}
