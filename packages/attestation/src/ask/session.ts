import { performance } from "node:perf_hooks"
import { clearTimeout, setImmediate, setTimeout } from "node:timers"
import type { ReadStream } from "node:tty"
import { explainDifference, tooLong } from "../compare/difference.ts"
import { surroundings } from "../record/circumstances.ts"
import { attestationRecord, type Asking } from "../record/record.ts"
import type { AttestationRequest } from "../request.ts"
import { layOutQuestion, shownStatement } from "../show/question.ts"
import { wrap } from "../show/wrap.ts"
import { untilQuiet, type QuietWait } from "../terminal/drain.ts"
import { TerminalInput } from "../terminal/input.ts"
import { KeyDecoder, type Key } from "../terminal/keys.ts"
import { emptyLine, press, type Line } from "../terminal/line-editor.ts"
import { LineView } from "../terminal/line-view.ts"
import { eraseBelow, neutralise, pasteOff } from "../terminal/neutral.ts"
import type { TerminalOutput } from "../terminal/output.ts"
import { hasJobControl, SignalWatch, type EndingSignal } from "../terminal/signals.ts"
import type { AskOutcome } from "./outcome.ts"

// What was typed early has arrived when the line has been silent this long; a held key never is, so there is a limit.
const early = { quietMs: 50, atMostMs: 1000 }
// What follows the answer in the same burst, the rest of a paste, must not reach the shell.
const rest = { quietMs: 50, atMostMs: 500 }
// A sequence that has not gone on for so long is no sequence: the person pressed Escape.
const escapeMs = 500
// A stop signal takes effect within this time, or it has none (the process leads its session).
const stopMs = 50

const cursorKeys: ReadonlySet<Key["type"]> = new Set(["left", "right", "home", "end", "delete", "kill-end"])

type Phase = "early" | "asking" | "stopped" | "settling" | "ended"

/** One question on one terminal, from the first byte drawn to the terminal given back. */
export class Session {
  readonly #request: AttestationRequest
  readonly #shown: string
  readonly #output: TerminalOutput
  readonly #input: TerminalInput
  readonly #view: LineView
  readonly #signals: SignalWatch
  #decoder = new KeyDecoder()
  #line: Line = emptyLine
  #phase: Phase = "early"
  #outcome: AskOutcome = { _tag: "Interrupted", signal: "SIGHUP" }
  #wait: QuietWait | undefined
  #escape: NodeJS.Timeout | undefined
  #stopping: NodeJS.Timeout | undefined
  #skipPaste = false
  #markAt = 0
  #asking: Asking
  #settled: { resolve(outcome: AskOutcome): void; reject(cause: unknown): void } | undefined

  constructor(request: AttestationRequest, stdin: ReadStream, output: TerminalOutput) {
    this.#request = request
    this.#shown = shownStatement(request.statement)
    this.#output = output
    this.#view = new LineView(output)
    this.#asking = {
      drawn_on: output.name,
      drawn_elsewhere: output.elsewhere,
      lines_not_shown: 0,
      early_input: "none",
      answer_ms: 0,
      asked: 0
    }
    this.#input = new TerminalInput(stdin, {
      bytes: (chunk) => this.#guarded(() => this.#bytes(chunk)),
      gone: () => this.#end({ _tag: "Interrupted", signal: "SIGHUP" })
    })
    this.#signals = new SignalWatch({
      end: (signal) => this.#interruptNow(signal),
      quit: () => this.#quit(),
      stop: () => this.#guarded(() => this.#stop()),
      continued: () => this.#guarded(() => this.#continue()),
      exit: () => this.#interruptNow("SIGHUP")
    })
  }

  /** Asks; resolves with how it ended. */
  run(): Promise<AskOutcome> {
    return new Promise((resolve, reject) => {
      this.#settled = { resolve, reject }
      // Raw mode first: a process in the background is stopped here, before it has drawn anything, until `fg`.
      if (!this.#input.open()) return resolve({ _tag: "Unavailable", reason: "TERMINAL_UNAVAILABLE" })
      this.#signals.open()
      this.#guarded(() => this.#put())
    })
  }

  #put(): void {
    this.#decoder = new KeyDecoder()
    this.#line = emptyLine
    const question = layOutQuestion(this.#shown, this.#request.expected, this.#output)
    this.#asking = {
      ...this.#asking,
      lines_not_shown: question.linesNotShown,
      early_input: "none",
      asked: this.#asking.asked + 1
    }
    const { dumb } = this.#output
    // Not broken into rows: a double click must select the whole of it.
    const toType = this.#output.strong(this.#request.expected)
    const rows = [
      "",
      (dumb ? "" : eraseBelow) + (question.rows[0] ?? ""),
      ...question.rows.slice(1),
      "",
      toType,
      "",
      ""
    ]
    this.#output.write((dumb ? "" : neutralise) + rows.join("\r\n"))
    this.#phase = "early"
    this.#wait = untilQuiet(early, (stillComing) => this.#guarded(() => this.#open(stillComing)))
  }

  #open(stillComing: boolean): void {
    if (stillComing) this.#asking = { ...this.#asking, early_input: "still-arriving" }
    this.#skipPaste = this.#decoder.pasting
    this.#phase = "asking"
    this.#markAt = performance.now()
    this.#view.begin()
  }

  #bytes(chunk: Uint8Array): void {
    this.#wait?.heard()
    clearTimeout(this.#escape)
    if (this.#phase === "stopped" || this.#phase === "ended") return
    this.#keys(this.#decoder.push(chunk))
    if (this.#decoder.unfinished)
      this.#escape = setTimeout(() => this.#guarded(() => this.#keys(this.#decoder.giveUp())), escapeMs)
  }

  #keys(keys: readonly Key[]): void {
    const before = this.#line
    for (const key of keys) this.#key(key)
    if (this.#phase === "asking" && this.#line !== before) this.#view.show(this.#line)
  }

  #key(key: Key): void {
    if (key.type === "interrupt") this.#interrupt()
    else if (key.type === "quit") this.#quit()
    else if (this.#phase === "early") this.#typedEarly()
    else if (this.#phase !== "asking") return
    else if (this.#skipPaste) this.#skipPaste = key.type !== "paste-end"
    else if (key.type === "enter") this.#answer()
    else if (key.type === "stop") this.#stop()
    else if (key.type === "end-of-input") {
      if (this.#line === emptyLine) this.#answer()
    } else if (!this.#output.dumb || !cursorKeys.has(key.type)) this.#line = press(this.#line, key)
  }

  #typedEarly(): void {
    if (this.#asking.early_input === "none") this.#asking = { ...this.#asking, early_input: "discarded" }
  }

  #answer(): void {
    const typed = this.#line.before + this.#line.after
    this.#asking = { ...this.#asking, answer_ms: Math.round(performance.now() - this.#markAt) }
    this.#leaveLine()
    if (typed === this.#request.expected && !this.#line.overlong) {
      const circumstances = { ...surroundings(), ...this.#asking }
      const record = attestationRecord(this.#request, this.#shown, this.#line.pasted, circumstances)
      return this.#settle({ _tag: "Confirmed", record })
    }
    const difference = this.#line.overlong ? tooLong() : explainDifference(typed, this.#request.expected)
    this.#output.write(`${wrap(difference.message, this.#output.columns - 1).join("\r\n")}\r\n`)
    this.#settle({ _tag: "Mismatch", difference })
  }

  // Ctrl-C wins over an answer given a moment ago: nothing has been done with it yet.
  #interrupt(): void {
    if (this.#phase === "ended") return
    if (this.#phase !== "settling") this.#leaveLine()
    this.#settle({ _tag: "Interrupted", signal: "SIGINT" })
  }

  #interruptNow(signal: EndingSignal): void {
    if (this.#phase === "early" || this.#phase === "asking") this.#quietly(() => this.#leaveLine())
    this.#end({ _tag: "Interrupted", signal })
  }

  // Sent again once the terminal is given back, so that the process ends as the sender wants.
  #quit(): void {
    if (this.#phase === "ended") return
    this.#interruptNow("SIGINT")
    if (hasJobControl) process.kill(process.pid, "SIGQUIT")
  }

  #leaveLine(): void {
    if (this.#phase !== "asking") return this.#output.write("\r\n")
    this.#view.show(this.#line)
    this.#view.end()
  }

  #stop(): void {
    if (!hasJobControl || (this.#phase !== "early" && this.#phase !== "asking")) return
    this.#leaveLine()
    if (!this.#output.dumb) this.#output.write(pasteOff)
    this.#pause()
    this.#phase = "stopped"
    this.#input.suspend()
    this.#signals.stopGroup()
    this.#stopping = setTimeout(
      () => setImmediate(() => this.#phase === "stopped" && this.#guarded(() => this.#continue())),
      stopMs
    )
  }

  // Also without a stop of ours: whoever stopped the process with a signal may have changed the terminal.
  #continue(): void {
    if (this.#phase === "settling" || this.#phase === "ended") return
    this.#pause()
    this.#signals.heedStop()
    this.#output.refreshSize()
    if (this.#input.resume()) this.#put()
    else this.#end({ _tag: "Interrupted", signal: "SIGHUP" })
  }

  #pause(): void {
    this.#wait?.stop()
    clearTimeout(this.#escape)
    clearTimeout(this.#stopping)
  }

  #settle(outcome: AskOutcome): void {
    this.#pause()
    this.#phase = "settling"
    this.#outcome = outcome
    this.#wait = untilQuiet(rest, () => this.#end(this.#outcome))
  }

  #end(outcome: AskOutcome): void {
    if (this.#release()) this.#settled?.resolve(outcome)
  }

  #release(): boolean {
    if (this.#phase === "ended") return false
    this.#phase = "ended"
    this.#pause()
    this.#signals.close()
    this.#input.close()
    if (!this.#output.dumb) this.#quietly(() => this.#output.write(pasteOff))
    return true
  }

  // A write fails when the terminal is gone; anything else that throws is a fault, and must not leave the caller waiting.
  #guarded(work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (cause instanceof Error && "syscall" in cause) this.#end({ _tag: "Interrupted", signal: "SIGHUP" })
      else if (this.#release()) this.#settled?.reject(cause)
    }
  }

  #quietly(write: () => void): void {
    try {
      write()
    } catch {
      // The terminal is gone: there is no one left to tell.
    }
  }
}
