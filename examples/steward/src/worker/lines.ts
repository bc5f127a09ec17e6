import { StringDecoder } from "node:string_decoder"
import { HarnessFailure, lastLine, Lines, type Notice, takeLines } from "@byhand/headless"
import { failureOf } from "@byhand/headless/report"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { parent } from "./parent.ts"
import { chunksOfStdin, mostInput, tooLarge } from "./stdin.ts"
import { asked, said } from "./words.ts"

const say = (notice: Notice) => Effect.sync(() => parent.send({ _tag: "Say", text: said(notice) }))

/**
 * Who decides at the gates of this run: the person at the terminal, if one is there; else the lines of stdin, unless stdin is
 * taken for something else.
 */
export function linesOf({ isStdinTaken }: { readonly isStdinTaken: boolean }): Layer.Layer<Lines> {
  if (parent.isPersonThere)
    return Layer.succeed(Lines, {
      by: "terminal",
      next: (point) => Effect.promise(() => parent.ask(asked(point))),
      say
    })
  const lines = isStdinTaken ? undefined : stdinLines()
  return Layer.succeed(Lines, {
    by: "stdin",
    next: () => (lines === undefined ? Effect.succeed(null) : nextOf(lines)),
    say
  })
}

function nextOf(lines: AsyncGenerator<string>): Effect.Effect<string | null, HarnessFailure> {
  return Effect.tryPromise({ try: () => lines.next(), catch: failureOf }).pipe(
    Effect.map(({ done, value }) => (done === true ? null : value)),
    // What a signal did to stdin is no failure of the run: it waits, and is stopped.
    Effect.catch((failure) => (parent.stopping.aborted ? Effect.never : Effect.fail(failure)))
  )
}

/** The lines of stdin. No byte is read before one is asked for. */
async function* stdinLines(): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8")
  let rest = ""
  for await (const chunk of chunksOfStdin(parent.stopping)) {
    const taken = takeLines(rest, decoder.write(chunk))
    yield* taken.lines
    rest = taken.rest
    if (rest.length > mostInput) throw tooLarge("one line of stdin")
  }
  const last = lastLine(rest + decoder.end())
  if (last !== null) yield last
}
