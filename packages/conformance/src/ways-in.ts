import type { Hands, Place } from "./attempt.ts"
import type { Variable } from "./consent-variables.ts"
import type { Refusal } from "./refusal.ts"

/** One way in that must be refused. */
export interface WayIn {
  readonly name: string
  readonly place: Place
  readonly hands: Hands
  readonly refusal: Refusal
  readonly flag?: string
  readonly variables?: readonly Variable[]
  /** The way that is the same but for the variables: where it was not refused, they are not the cause. */
  readonly plain?: string
}

const terminal: Place = { stdin: "terminal", stdout: "terminal" }
const pipes: Place = { stdin: "answer", stdout: "pipe" }
const personRequired: Refusal = { codes: [4], asks: "must not" }
const mismatch: Refusal = { codes: [4], asks: "must" }

/** Every way in, for the text that is expected and one that is not. */
export function waysIn(
  answer: string,
  wrong: string,
  variableGroups: readonly (readonly Variable[])[]
): readonly WayIn[] {
  return [
    ...hands(answer, wrong),
    ...places(answer),
    { name: "--non-interactive at a terminal", place: terminal, flag: "--non-interactive", ...asked(answer) },
    ...["--yes", "--confirm-destructive", "--force"].flatMap((flag) => flagWays(flag, wrong)),
    ...variableGroups.flatMap((variables) => variableWays(variables, wrong))
  ]
}

/** At a terminal, where a person may answer: everything but the right answer after the mark. */
function hands(answer: string, wrong: string): readonly WayIn[] {
  return [
    atTerminal("Ctrl-C", { atMark: "\u0003" }, { codes: [130], asks: "must", shows: answer }),
    atTerminal("Ctrl-D", { atMark: "\u0004" }, mismatch),
    // A Node program that ends after its terminal went away is aborted by Node itself: 134, whatever code it chose.
    atTerminal("a hang-up", { atMark: "hang up" }, { codes: [4, 129, 134], asks: "must" }),
    atTerminal("a wrong answer", { atMark: `${wrong}\r` }, mismatch),
    atTerminal("the answer and a space", { atMark: `${answer} \r` }, mismatch),
    atTerminal("an empty answer", { atMark: "\r" }, mismatch),
    atTerminal("the answer typed before the mark", { early: `${answer}\r`, atMark: `${wrong}\r` }, mismatch),
    atTerminal("the answer typed before the mark, Enter after it", { early: answer, atMark: "\r" }, mismatch)
  ]
}

function atTerminal(name: string, doing: Hands, refusal: Refusal): WayIn {
  return { name, place: terminal, hands: doing, refusal }
}

/** Without a person who could both see and answer, though the right answer is there to be read. */
function places(answer: string): readonly WayIn[] {
  const names = {
    terminal: "a terminal",
    null: "/dev/null",
    answer: "a pipe with the answer",
    closed: "closed"
  }
  const all: readonly Place[] = [
    { stdin: "null", stdout: "pipe" },
    { stdin: "answer", stdout: "pipe" },
    { stdin: "closed", stdout: "pipe" },
    { stdin: "null", stdout: "terminal" },
    { stdin: "answer", stdout: "terminal" },
    { stdin: "terminal", stdout: "pipe" }
  ]
  return all.map((place) => {
    const stdout = place.stdout === "pipe" ? "a pipe" : "a terminal"
    return { name: `stdin ${names[place.stdin]}, stdout ${stdout}`, place, ...asked(answer) }
  })
}

function asked(answer: string): { readonly hands: Hands; readonly refusal: Refusal } {
  return { hands: { early: `${answer}\r`, atMark: `${answer}\r` }, refusal: personRequired }
}

/** A tool that does not know the flag says so with exit 2, and nothing ran. */
function flagWays(flag: string, wrong: string): readonly WayIn[] {
  return [
    {
      name: `${flag} off a terminal`,
      place: pipes,
      hands: {},
      flag,
      refusal: { codes: [4, 2], asks: "must not" }
    },
    {
      name: `${flag} at a terminal`,
      place: terminal,
      hands: { atMark: `${wrong}\r` },
      flag,
      refusal: { codes: [4, 2], asks: "may" }
    }
  ]
}

/** The ways in that set variables, whether one or a whole group. */
export function variableWays(variables: readonly Variable[], wrong: string): readonly WayIn[] {
  const name = variables.map((variable) => `${variable.name}=${variable.value}`).join(" ")
  return [
    {
      name: `${name} off a terminal`,
      place: pipes,
      hands: {},
      variables,
      refusal: personRequired,
      plain: "stdin a pipe with the answer, stdout a pipe"
    },
    {
      name: `${name} at a terminal`,
      place: terminal,
      hands: { atMark: `${wrong}\r` },
      variables,
      refusal: { codes: [4], asks: "may" },
      plain: "a wrong answer"
    }
  ]
}
