import { ReadStream } from "node:tty"

import type { AttestationRequest } from "../request.ts"
import { isBeingRead } from "../terminal/input.ts"
import { TerminalOutput, type OutputStreams } from "../terminal/output.ts"
import type { AskOutcome } from "./outcome.ts"
import { Session } from "./session.ts"

/** Asks at a terminal that is there, unless it is in use or refuses. */
export async function askAtTerminal(
  request: AttestationRequest,
  streams: OutputStreams
): Promise<AskOutcome> {
  const { stdin } = streams
  if (!(stdin instanceof ReadStream) || isBeingRead(stdin))
    return { _tag: "Unavailable", reason: "TERMINAL_UNAVAILABLE" }
  return new Session(request, stdin, new TerminalOutput(streams)).run()
}
