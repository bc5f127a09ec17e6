import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PassThrough, Writable } from "node:stream"
import { spawn } from "@lydell/node-pty"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { EnvelopeSink, success } from "../src/index.ts"
import { bundle } from "./bundled.ts"

const folder = mkdtempSync(join(tmpdir(), "byhand-sink-"))
const emit = join(folder, "emit.mjs")
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
let runs = 0

beforeAll(() => bundle("programs/emit.ts", emit))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs the program in a shell with its standard output as `output` says: `| reader` (a real pipe) or `> file`. $NAME.err
 * grows as the program writes, and $NAME.code appears when it has ended.
 */
function run(args: string, output: string): Promise<Ended> {
  const name = join(folder, String(runs++))
  const script = `{ "$NODE" "$EMIT" 2>"$NAME.err" ${args}; echo $? >"$NAME.code"; } ${output}`
  const read = (kind: string) => readFileSync(`${name}.${kind}`, "utf8")
  return new Promise((resolve, reject) => {
    const variables = { NODE: process.execPath, EMIT: emit, NAME: name }
    execFile(
      "sh",
      ["-c", `: >"$NAME.out"; mkfifo "$NAME.fifo"; exec 9<>"$NAME.fifo"; ${script}`],
      { env: { ...env, ...variables } },
      (error) => {
        if (error) reject(error)
        else resolve({ code: Number(read("code")), out: read("out"), err: read("err") })
      }
    )
  })
}

const toFile = '>"$NAME.out"'
const slowly = `| (for i in 1 2 3 4 5 6 7 8; do head -c 1000000; sleep 0.03; done; cat) ${toFile}`
const onceExiting = `| (until grep -q exiting "$NAME.err"; do sleep 0.02; done; cat) ${toFile}`
const onceEnded = `| (until [ -s "$NAME.code" ]; do sleep 0.02; done; cat) ${toFile}`
const neverRead = '>"$NAME.fifo"' // the shell holds its other end open
const million = 1_000_000
const fiveMillion = 5_000_000 // of two bytes each

/** The text of the one document that was written, or a failed expectation. */
function oneDocument(out: string): string {
  expect(out.endsWith("}\n")).toBe(true)
  expect(out.indexOf("\n")).toBe(out.length - 1)
  const { data, error } = JSON.parse(out) as {
    data: { text: string } | null
    error: { message: string } | null
  }
  return data?.text ?? error?.message ?? ""
}

describe("EnvelopeSink.write", () => {
  it.each([0, 4])("delivers 10 MB whole to a reader that is slow, and exits with %i", async (exit) => {
    const { code, out, err } = await run(`write ${exit} ${fiveMillion}`, slowly)
    expect(oneDocument(out)).toBe("é".repeat(fiveMillion))
    expect([code, err]).toEqual([exit, ""])
  })

  it("delivers all of it before the process.exit that follows, where console.log does not", async () => {
    const [sink, plain] = await Promise.all([
      run(`exitAfterWrite 0 ${million}`, slowly),
      run(`plainExit 0 ${million}`, onceEnded)
    ])
    expect(oneDocument(sink.out)).toHaveLength(million)
    expect(plain.out.length).toBeLessThan(million)
  })

  it("delivers all of it when the process exits or is told to end in the middle of the write", async () => {
    const [exited, signalled] = await Promise.all([
      run(`exitDuringWrite 4 ${fiveMillion}`, onceExiting),
      run(`signalDuringWrite 143 ${fiveMillion}`, onceExiting)
    ])
    expect(oneDocument(exited.out)).toBe("é".repeat(fiveMillion))
    expect([exited.code, exited.err]).toEqual([4, "exiting"])
    expect(oneDocument(signalled.out)).toBe("é".repeat(fiveMillion))
    expect([signalled.code, signalled.err]).toEqual([143, "exiting"])
  })

  it("writes one document however often it is asked", async () => {
    const { code, out, err } = await run("twice 0 10", onceEnded)
    expect(oneDocument(out)).toBe("é".repeat(10))
    expect([code, err]).toEqual([0, ""])
  })

  it("keeps its place behind what was written before", async () => {
    const { out } = await run(`afterOtherOutput 0 ${million}`, slowly)
    expect(out.startsWith(`${"x".repeat(200_000)}\n{"ok":true`)).toBe(true)
    expect(oneDocument(out.slice(200_001))).toHaveLength(million)
  })

  it("is not diverted by a write that was put on process.stdout", async () => {
    const { out, err } = await run("patched 0 10", onceEnded)
    expect(oneDocument(out)).toBe("é".repeat(10))
    expect(err).toBe("taken: 0")
  })

  it.each([
    ["closes after one byte", "| head -c 1 >/dev/null", 0],
    ["closes after one byte", "| head -c 1 >/dev/null", 4],
    ["never reads", "| true", 0],
    ["never reads", "| true", 4]
  ])("is quiet about a reader that %s, and the exit code stays (%s, %i)", async (_reader, output, exit) => {
    const { code, err } = await run(`write ${exit} ${million}`, output)
    expect([code, err]).toEqual([exit, ""])
  })

  it("writes to a file, and to nowhere when standard output is closed", async () => {
    const file = await run(`write 4 ${million}`, toFile)
    expect(oneDocument(file.out)).toHaveLength(million)
    expect([file.code, file.err]).toEqual([4, ""])
    const closed = await run("write 0 10", ">&-")
    expect([closed.code, closed.err]).toEqual([0, ""])
  })

  it("writes to a terminal", async () => {
    const terminal = spawn(process.execPath, [emit, "write", "4", "1000"], { env, cols: 80, rows: 24 })
    let seen = ""
    terminal.onData((data) => (seen += data))
    const exitCode = await new Promise((resolve) => terminal.onExit((ended) => resolve(ended.exitCode)))
    expect(oneDocument(seen.replaceAll("\r\n", "\n"))).toBe("é".repeat(1000))
    expect(exitCode).toBe(4)
  })
})

describe("EnvelopeSink.writeSync", () => {
  it("delivers 10 MB whole from an exit handler through a full pipe that does not block, once", async () => {
    const [sink, plain] = await Promise.all([
      run(`writeSync 4 ${fiveMillion}`, slowly),
      run(`plainSync 4 ${fiveMillion}`, neverRead)
    ])
    expect(oneDocument(sink.out)).toBe("é".repeat(fiveMillion))
    expect([sink.code, sink.err]).toEqual([4, ""])
    expect(plain.err).toContain("EAGAIN")
  })

  it.each([0, 4])("is quiet about a reader that closes early, and exits with %i", async (exit) => {
    const { code, err } = await run(`writeSync ${exit} ${million}`, "| head -c 1 >/dev/null")
    expect([code, err]).toEqual([exit, ""])
  })

  it("writes to a file", async () => {
    const { code, out, err } = await run(`writeSync 0 ${million}`, toFile)
    expect(oneDocument(out)).toHaveLength(million)
    expect([code, err]).toEqual([0, ""])
  })

  it("gives up on a reader that takes nothing for as long as it may stall", async () => {
    const { code, err } = await run(`stall 0 ${million}`, neverRead)
    expect(code).toBe(1)
    expect(err).toMatch(
      /^The result could not be written to its output \(EAGAIN: .*\); this run ends with 1, .*\.\n$/
    )
  })
})

describe("a document that is lost", () => {
  it.each(["write", "exitAfterWrite", "writeSync", "beforeThrowingListener"])(
    "is told in one sentence, and a success ends with 1 (%s)",
    async (way) => {
      const { code, err } = await run(`${way} 0 10`, ">/dev/full")
      expect(err).toBe(
        "The result could not be written to its output (ENOSPC: no space left on device, write); " +
          "this run ends with 1, because a success that cannot be read is none.\n"
      )
      expect(code).toBe(1)
    }
  )

  it("leaves a closed run its exit code, because 1 would say that it was cancelled", async () => {
    const { code, err } = await run("ofRun 0 10", ">/dev/full")
    expect(code).toBe(0)
    expect(err).toMatch(/^The result could not be written to its output \(.*\); this run ends with 0\.\n$/)
  })

  it("leaves the exit code of a failure as it is", async () => {
    const { code, err } = await run("write 4 10", ">/dev/full")
    expect(err).toMatch(/^The result could not be written .*; this run ends with 4\.\n$/)
    expect(code).toBe(4)
  })

  it("ends a success with 1 also when there is nowhere to tell it", async () => {
    const { code } = await run("write 0 10 2>/dev/full", ">/dev/full")
    expect(code).toBe(1)
  })
})

describe("EnvelopeSink on a stream of this process", () => {
  const envelope = success({ id: "D-42" }, { durationMs: 1 })
  const document = `${JSON.stringify(envelope)}\n`

  it("resolves when the stream has taken the whole document, not before", async () => {
    let take: (() => void) | undefined
    const chunks: Buffer[] = []
    const stream = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        take = done
      }
    })
    const sink = new EnvelopeSink({ stream })
    expect(sink.written).toBe(false)
    let resolved = false
    const writing = sink.write(envelope).then(() => (resolved = true))
    expect(sink.written).toBe(true)
    await new Promise(setImmediate)
    expect(resolved).toBe(false)
    take?.()
    await writing
    expect(Buffer.concat(chunks).toString()).toBe(document)
  })

  it("writes synchronously to a stream that has no file descriptor", () => {
    const stream = new PassThrough()
    new EnvelopeSink({ stream }).writeSync(envelope)
    expect(String(stream.read())).toBe(document)
  })
})
