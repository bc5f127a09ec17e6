import { expect, it } from "vitest"
import { type Envelope, envelopeOf } from "../support/envelope-of.ts"
import { inWords, type Shape, ShapedHost, shapes } from "../support/shaped-host.ts"
import { stackIn } from "../support/stack-in.ts"

interface Call {
  /** The line, for a command of this name. */
  readonly line: (name: readonly string[]) => readonly string[]
  readonly exit: number
  /** What is read of the envelope, and what that must be for a command of this name. */
  readonly read: (envelope: Envelope, stderr: string) => unknown
  readonly is: (name: readonly string[]) => unknown
  /** Whether a host of this shape has such a call. */
  readonly of?: (shape: Shape) => boolean
}

const hasNames = ({ words }: Shape) => words !== "none"
const code = ({ error }: Envelope) => error?.code

/** How a call may end, with the global flags in every place of the line. */
const calls: Readonly<Record<string, Call>> = {
  "a result": {
    line: (name) => ["--format", "json", ...name, "works"],
    exit: 0,
    read: ({ data, meta }) => [data, (meta as { command?: string }).command],
    is: (name) => [{ done: true }, listed(name)]
  },
  "an error": {
    line: ([first = [], ...rest]) => [first, "--format=json", ...rest, "fails"].flat(),
    exit: 7,
    read: ({ error }) => [error?.code, error?.message],
    is: () => ["BROKE", "it broke"]
  },
  "a line with three mistakes": {
    line: (name) => [...name, "--region", "mars", "--non-interactive", "wrong", "--count", "zero"],
    exit: 2,
    read: ({ error }) => [error?.code, fieldsOf(error)],
    is: () => ["INVALID_ARGUMENTS", ["--count", "--region", "how"]]
  },
  "a name that is mistyped": {
    line: (name) => [...name.map((word) => word.replace(/topic|short/, "$&x")), "works"],
    exit: 2,
    read: code,
    is: () => "UNKNOWN_COMMAND",
    of: hasNames
  },
  "the help of a command": {
    line: (name) => [...name, "--help"],
    exit: 0,
    read: ({ data, meta }, stderr) => [data, meta, /--region/.test(stderr), /--format/.test(stderr)],
    is: (name) => [
      null,
      expect.objectContaining({ help: true, schema_ref: [...name, "--schema"].join(" ") }),
      true,
      true
    ]
  },
  "the help of the tool": {
    line: () => [],
    exit: 0,
    read: ({ meta }, stderr) => [meta, /USAGE/.test(stderr)],
    is: () => [expect.objectContaining({ help: true, schema_ref: "--schema" }), true],
    of: hasNames
  },
  "the version": {
    line: () => ["--version"],
    exit: 0,
    read: ({ data }) => data,
    is: () => ({ version: "1.2.3" })
  },
  "the schema": {
    line: (name) => ["--schema", ...name],
    exit: 0,
    read: ({ data }) => data,
    is: () =>
      expect.objectContaining({
        description: "End as told",
        flags: expect.objectContaining({
          region: expect.objectContaining({ type: "enum", enum_values: ["eu", "us"] })
        })
      })
  },
  "an end of the process": {
    line: (name) => [...name, "exits"],
    exit: 5,
    read: code,
    is: () => "GENERAL_ERROR"
  },
  "a question nobody can answer": {
    line: (name) => [...name, "asks"],
    exit: 4,
    read: code,
    is: () => "INPUT_REQUIRED"
  }
}

/** The name that a manifest lists the command of this name by. */
function listed(name: readonly string[]): string {
  const words = name.flatMap((word) => word.split(":"))
  if (words.length === 0) return "tool"
  return `topic.${words.find((word) => word !== "topic" && word !== "short")}`
}

function fieldsOf(error: Envelope["error"]): readonly string[] {
  const { errors = [] } = error as unknown as { errors?: readonly { field: string }[] }
  return errors.map(({ field }) => field).toSorted()
}

/** A host's own `--json` is its own document, with the exit code that the command has without it. */
async function expectHostJson(
  [name = []]: ShapedHost["names"],
  caller: { call(args: readonly string[]): Promise<{ exitCode: number; stdout: string }> }
): Promise<void> {
  const { exitCode, stdout } = await caller.call([...name, "fails", "--json"])
  expect([exitCode, JSON.parse(stdout)]).toEqual([
    7,
    { error: expect.objectContaining({ code: "BROKE" }) as object }
  ])
}

/** In each host one call is made in a process of its own, and the others one after the other in one. */
const inProcessOfItsOwn = (index: number, at: number) => (index + at) % Object.keys(calls).length === 0

it("each call is made in a process of its own in some host", () => {
  const made = Object.entries(calls).filter(([, { of }], index) =>
    shapes.some((shape, at) => of?.(shape) !== false && inProcessOfItsOwn(index, at))
  )
  expect(made.map(([what]) => what)).toEqual(Object.keys(calls))
})

it.concurrent.each(shapes.map((shape, at) => [inWords(shape), shape, at] as const))(
  "each call leaves one document that says how it ended in a host with %s",
  async (_, shape, at) => {
    const host = await ShapedHost.make(shape)
    const many = await host.inOneProcess()
    try {
      for (const [index, [what, { line, exit, read, is, of }]] of Object.entries(calls).entries()) {
        if (of?.(shape) === false) continue
        // Each host is called by another name in each call.
        const name = host.names[(at + index) % host.names.length] ?? []
        const caller = inProcessOfItsOwn(index, at) ? host : many
        const { exitCode, stdout, stderr } = await caller.call(line(name))
        const where = `${what}: ${line(name).join(" ")}\n${stdout}${stderr}`
        const envelope = envelopeOf(stdout)
        expect([exitCode, envelope.meta.exit_code, envelope.ok], where).toEqual([exit, exit, exit === 0])
        expect(read(envelope, stderr), where).toEqual(is(name))
        expect(stackIn(stderr), where).toBeUndefined()
      }
      if (shape.base === "its own") await expectHostJson(host.names, at % 4 === 0 ? host : many)
    } finally {
      await many.end()
      host.remove()
    }
  }
)
