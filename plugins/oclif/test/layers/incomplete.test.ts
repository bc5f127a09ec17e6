import { join } from "node:path"
import { expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { stackIn } from "../support/stack-in.ts"
import { Variant } from "./support/variant.ts"

/** The files of the plugin that are loaded when they are needed. */
const files = ["host", "failure", "seldom", "question", "guard", "shown-to-person"] as const
type File = (typeof files)[number]

/** The calls, and how they end when no file is missing. */
const calls: readonly (readonly [line: string, asUsual: number])[] = [
  ["release list", 0],
  ["release accept R-1", 4],
  ["release lsit", 2],
  ["release list --nope", 2]
]
const incomplete = 70

const cases = files.flatMap((file, at) =>
  (["B", "C"] as const).map((layer) => [file, layer, at % 2 === 0 ? 4 : 5] as const)
)

it.concurrent.each(cases)(
  "where %s.cjs is missing a declared command does not run, and every call ends with a sentence: layer %s",
  async (file, layer, major) => {
    const variant = new Variant({ major, layer })
    try {
      variant.remove(join(variant.plugin, "dist", `${file}.cjs`))
      const turn = files.indexOf(file)
      for (const [at, [line, asUsual]] of calls.entries()) {
        // What is loaded for a call is the same in both layers: each file is missed by every call, half of them in each layer.
        if ((at + turn) % 2 !== (layer === "B" ? 0 : 1)) continue
        // And by half of them for a program, half for a person.
        const format = (Math.floor(at / 2) + turn) % 2 === 0 ? "json" : "plain"
        const { exitCode, stdout, stderr } = await variant.call(line.split(" "), { LEGACY_FORMAT: format })
        const said = stdout + stderr
        const where = `${line}, ${format}: ${exitCode}\n${said}`
        expect(exits(file, line, asUsual), where).toContain(exitCode)
        expect(stackIn(said), where).toBeUndefined()
        expect(said, where).not.toMatch(/Require stack|Cannot find module/)
        if (stdout.startsWith("{")) expect(envelopeOf(stdout).meta.exit_code, where).toBe(exitCode)
        if (exitCode === incomplete)
          expect(said, where).toContain(`The file ${file}.cjs of @byhand/oclif is missing`)
      }
      expect(variant.done()).toEqual([])
    } finally {
      variant.end()
    }
  }
)

it.concurrent("where the file that says so is missing too, a call still ends with a sentence and 70", async () => {
  const variant = new Variant({ major: 5, layer: "C" })
  try {
    for (const file of ["failure", "install-incomplete"])
      variant.remove(join(variant.plugin, "dist", `${file}.cjs`))
    const { exitCode, stderr } = await variant.call(["release", "lsit"])
    expect([exitCode, stderr]).toEqual([70, "failure.cjs of @byhand/oclif is missing. Install it again.\n"])
  } finally {
    variant.end()
  }
})

function exits(file: File, line: string, asUsual: number): readonly number[] {
  // Without the guard a declared command is one that does not load.
  if (file === "guard" && line.startsWith("release accept")) return [1]
  // What a call needs of host.cjs it needs before the command; of the others, to say how it ended.
  if (line === "release list") return file === "host" ? [0, incomplete] : [0]
  return [asUsual, incomplete]
}
