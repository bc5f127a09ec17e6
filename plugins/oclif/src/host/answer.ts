import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { addMeta, warnOf } from "../output/outlet.ts"
import type { Call } from "./call.ts"
import type { HeldConfig } from "./held-config.ts"

/**
 * What a call is answered with that oclif need not run for: a schema (REQ-C-015, REQ-O-013), or the version.
 *
 * @returns the answer, or undefined when oclif runs the call
 * @throws CommandError `INVALID_ARGUMENTS` for a global flag that is not valid, or the problem of a contract that has no entry
 */
export async function answerWithoutOclif(
  config: HeldConfig,
  call: Call,
  { forPerson }: { readonly forPerson: boolean }
): Promise<{ readonly data: unknown } | undefined> {
  refuseInvalidFlag(call)
  const print = forPerson ? printed : (data: object) => data
  const { line, command } = call
  const { schema, outputSchema } = line.globals
  // With words that name nothing oclif says so.
  if ((schema || outputSchema) && (command !== undefined || line.argv.length === line.words.length)) {
    const { outputSchemaAnswer, schemaAnswer } = await import("../describe/schema-answer.ts")
    const { data, problems } = schema ? schemaAnswer(config, command) : outputSchemaAnswer(config, command)
    warnOf(problems, { forPerson })
    return { data: print(data) }
  }
  return call.isVersion ? { data: print({ version: config.version }, config.version) } : undefined
}

/** Throws what is wrong with a global flag, if anything is. */
export function refuseInvalidFlag({ line: { problem } }: Call): void {
  if (problem === undefined) return
  throw new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: problem,
    fixRequired: problem
  })
}

/** Makes oclif's help show the flags that are added to its commands. */
export async function prepareHelp(config: HeldConfig, call: Call): Promise<void> {
  if (!call.isHelp || call.command === undefined) return
  const { showFlags } = await import("../describe/show-flags.ts")
  showFlags(config)
}

/** Notes in the envelope that the answer is help, and where a program finds the same (REQ-F-048). */
export function noteHelp({ line }: Call): void {
  addMeta({ help: true, schema_ref: [...line.words, "--schema"].join(" ") })
}

/** Shows a person what a program gets in the envelope. */
function printed(data: object, text = JSON.stringify(data, null, 2)): object {
  process.stdout.write(`${text}\n`)
  return data
}
