import { CommandExit } from "@byhand/exit-codes"
import { CommandError } from "./command-error.ts"
import { handoffProblems } from "./handoff-problems.ts"
import { shellWord } from "./shell-word.ts"
import { quotable } from "./text-hazards.ts"

/** The call that a person has to make instead. */
export interface PersonRequest {
  /** The words that name the command: the program and the path to the command, without options. */
  readonly command: readonly string[]
  readonly positionals: readonly string[]
  /** Whether the call carried options of the command itself, which the text mentions but does not repeat. */
  readonly hadOptions: boolean
  /** What needs a person, as the beginning of a sentence: "Approving a decision". */
  readonly action?: string | undefined
  /** Why no person could be asked, as a code: "STDIN_NOT_A_TERMINAL". */
  readonly absence?: string | undefined
}

const longestWord = 200
const longestCommand = 2000

/**
 * The refusal of a person-only command where no person can be asked: `PERSON_REQUIRED`, exit 4, not retryable, with a
 * suggestion to hand the very same call to a person.
 *
 * The suggested command is quoted so that a POSIX shell splits it back into the words of the call. It ends before the
 * first positional that begins with a dash, could be read as an option or a variable, holds a backtick or a character
 * that a person cannot see or type, is longer than 200 characters, or would make it longer than 2,000; the text then says
 * so. Nothing in the error ever names an option or a variable, and it has no `fix_command`.
 *
 * @param request - the call; what cannot be shown is left out
 * @returns an error that `handoffProblems` finds nothing wrong with
 *
 * Requirement: REQ-C-036. It never throws, whatever it is given.
 *
 * @example
 * ```ts
 * import { personRequired } from "@byhand/envelope"
 * const error = personRequired({ command: ["council", "approve"], positionals: ["D-42"], hadOptions: false })
 * console.log(error.message) // `council approve` needs a person at a terminal
 * console.log(error.suggestion) // Ask a person to run `council approve D-42` in their own terminal
 * ```
 */
export function personRequired(request: PersonRequest): CommandError {
  try {
    const error = refusal(request)
    if (handoffProblems(error.toDetail()).length === 0) return error
  } catch {
    // A request that is not what its type says: the words below are always true.
  }
  return personRequiredError("This command", "this command", "")
}

function refusal({ command, positionals, hadOptions, action, absence }: PersonRequest): CommandError {
  const words = command.map(showable)
  const named =
    words.length > 0 && words.every((word) => word !== undefined && word !== "''")
      ? words.join(" ")
      : undefined
  const shown = named === undefined ? [] : leadingShowable(positionals, named.length)
  const options = hadOptions === true ? " with the same options as this call" : ""
  const rest = options === "" ? ", with" : ", and with"
  const hidden =
    shown.length < positionals.length ? `${rest} the arguments of this call that cannot be shown here` : ""
  const subject = named === undefined ? "This command" : `\`${named}\``
  const call = named === undefined ? "this command" : `\`${[named, ...shown].join(" ")}\``
  const lead = quotable(action, longestWord) && action.trim() !== "" ? action : subject
  return personRequiredError(lead, call, `${options}${hidden}`, absence)
}

function showable(word: string): string | undefined {
  return quotable(word, longestWord) ? shellWord(word) : undefined
}

// Later positionals are not shown after one that is left out: they would take its place.
function leadingShowable(positionals: readonly string[], used: number): readonly string[] {
  const words: string[] = []
  let length = used
  for (const positional of positionals) {
    const word = showable(positional)
    if (word === undefined) break
    length += word.length + 1
    if (length > longestCommand) break
    words.push(word)
  }
  return words
}

function personRequiredError(lead: string, call: string, addition: string, absence?: string): CommandError {
  return new CommandError({
    code: "PERSON_REQUIRED",
    exit: CommandExit.PRECONDITION,
    message: `${lead} needs a person at a terminal`,
    suggestion: `Ask a person to run ${call} in their own terminal${addition}`,
    context: typeof absence === "string" && /^[A-Z_]{1,64}$/.test(absence) ? { reason: absence } : undefined
  })
}
