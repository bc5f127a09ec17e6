// A command that ends in one of the ways a command can end, for the tests of the sink: emit <way> <exit> <characters>.
import { writeSync } from "node:fs"
import { CommandExit, commandExit, RunExit } from "@byhand/exit-codes"
import { CommandError, EnvelopeSink, failure, runEnvelope, success } from "../../src/index.ts"

const [way = "", exit = "0", characters = "10"] = process.argv.slice(2)
const text = "é".repeat(Number(characters))
const code = commandExit(Number(exit))
const envelope =
  code === CommandExit.SUCCESS
    ? success({ text }, { durationMs: 1 })
    : failure(new CommandError({ code: "ANY_CODE", exit: code, message: text }), { durationMs: 1 })
const other = success({ text: "a second document" }, { durationMs: 1 })
const sink = new EnvelopeSink({ stream: process.stdout, stallMs: way === "stall" ? 100 : undefined })

const ways: Record<string, () => Promise<void> | void> = {
  async write() {
    await sink.write(envelope)
    process.exitCode = code
  },
  async beforeThrowingListener() {
    process.stdout.on("error", (error) => {
      throw error
    })
    await ways["exitAfterWrite"]?.()
  },
  async exitAfterWrite() {
    await sink.write(envelope)
    // eslint-disable-next-line unicorn/no-process-exit -- a host that does so is what is tested
    process.exit(code)
  },
  async ofRun() {
    const closed = { exit: RunExit.CLOSED_SUCCESS, data: { text }, error: null }
    await sink.write(runEnvelope({ ...closed, durationMs: 1 }))
    process.exitCode = closed.exit
  },
  async twice() {
    await Promise.all([sink.write(envelope), sink.write(other)])
    sink.writeSync(other)
    await sink.write(other)
    process.exitCode = code
  },
  writeSync() {
    process.exitCode = code
    process.on("exit", () => {
      sink.writeSync(envelope)
      sink.writeSync(other)
      void sink.write(other)
    })
  },
  stall() {
    process.exitCode = code
    sink.writeSync(envelope)
  },
  exitDuringWrite() {
    process.on("exit", () => writeSync(2, "exiting"))
    void sink.write(envelope)
    // eslint-disable-next-line unicorn/no-process-exit -- a host that does so is what is tested
    setTimeout(() => process.exit(code), 50)
  },
  signalDuringWrite() {
    process.on("exit", () => writeSync(2, "exiting"))
    process.on("exit", () => sink.writeSync(other))
    // eslint-disable-next-line unicorn/no-process-exit -- a host that does so is what is tested
    process.on("SIGTERM", () => process.exit(code))
    void sink.write(envelope)
    setTimeout(() => process.kill(process.pid, "SIGTERM"), 50)
  },
  async patched() {
    const taken: unknown[] = []
    process.stdout.write = (chunk: unknown) => taken.push(chunk) > 0
    await sink.write(envelope)
    sink.writeSync(other)
    process.stderr.write(`taken: ${taken.length}`)
    process.exitCode = code
  },
  async afterOtherOutput() {
    process.stdout.write(`${"x".repeat(200_000)}\n`)
    await sink.write(envelope)
    process.exitCode = code
  },
  // What a tool without the sink does, to show that the set-up can tell the difference.
  plainExit() {
    console.log(JSON.stringify(envelope))
    // eslint-disable-next-line unicorn/no-process-exit -- see above
    process.exit(code)
  },
  plainSync() {
    const bytes = Buffer.from(`${JSON.stringify(envelope)}\n`)
    // Looking at it is enough to put the pipe in non-blocking mode.
    if (process.stdout.writable) for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
  }
}

await ways[way]!()
