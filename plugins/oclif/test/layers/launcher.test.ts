import { spawn } from "node:child_process"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import { describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { shareOf } from "../support/share-of.ts"
import { stackIn } from "../support/stack-in.ts"
import { type Major, Variant, type VariantOptions } from "./support/variant.ts"

/** The form of the executable is Node's matter, not oclif's: each is tried beside one. */
const forms = { 4: "esm", 5: "cjs" } as const
const lines = 40_000

describe.each([4, 5] as const)("the launcher, beside oclif %i", (major) => {
  const launcher = forms[major]

  describe(`in a bin of form ${launcher}`, () => {
    it.concurrent("lets a reader go that has seen enough", async () => {
      await using(launched(major, launcher), async (variant) => {
        variant.write("src/commands/release/dump.js", dump())
        const cases = [
          "--version | true",
          "--version --format plain | true",
          "release dump --format plain | head -c 1",
          "release dump | head -c 1"
        ]
        for (const call of shareOf(cases, major)) {
          const [words = "", reader = ""] = call.split(" | ")
          const run = await piped(variant, words, reader)
          expect(run.stdout, call).toMatch(/^[l{]?0\n$/)
          expect(run.stderr, call).not.toMatch(/EPIPE|Error|Warning/)
        }
      })
    })

    it.concurrent("writes all that a slow reader takes, before it ends with an error", async () => {
      await using(launched(major, launcher), async (variant) => {
        variant.write("src/commands/release/dump.js", dump('this.error("that was all", { exit: 7 })'))
        const { text, errors, exitCode } = await readSlowly(variant, ["release", "dump", "--format", "plain"])
        expect([exitCode, text.split("\n").length - 1]).toEqual([7, lines])
        expect(text.endsWith(`line ${lines}\n`)).toBe(true)
        expect(errors).toContain("that was all")
      })
    })

    it.concurrent("gives one document and its exit code for an error in another plugin's init", async () => {
      await using(launched(major, launcher), async (variant) => {
        const hook =
          'module.exports = async function () { this.log("noise"); this.error("no licence", { exit: 9 }) }'
        variant.addPlugin("rude", { hooks: { init: "./hook.js" } }, { "hook.js": hook })
        variant.args = ["release", "list"]
        const json = await variant.offTerminal()
        expect([json.exitCode, envelopeOf(json.stdout).error?.message]).toEqual([9, "no licence"])
        expect(json.stderr).toContain("noise")
        variant.args = ["release", "list", "--format", "plain"]
        const plain = await variant.offTerminal()
        expect([plain.exitCode, stackIn(plain.stderr)]).toEqual([9, undefined])
        expect(plain.stderr).toContain("no licence")
      })
    })

    it.concurrent("does not let what never settles, or somebody's process.exit(0), pass for a success", async () => {
      for (const body of shareOf(["await new Promise(() => {})", "process.exit(0)"], major)) {
        await using(launched(major, launcher), async (variant) => {
          const hook = `module.exports = async () => { ${body} }`
          variant.addPlugin("rude", { hooks: { prerun: "./hook.js" } }, { "hook.js": hook })
          variant.args = [...variant.args, "--format", "plain"]
          const run = await variant.offTerminal()
          expect([run.exitCode, run.done, run.stdout], body).toEqual([1, [], ""])
          expect(run.stderr, body).toMatch(/Error: .*(never comes|before it gave a result)/)
          expect(stackIn(run.stderr), run.stderr).toBeUndefined()
        })
      }
    })

    it.concurrent("guards by itself too, where the plugin's hooks are there and do nothing", async () => {
      await using(launched(major, launcher), async (variant) => {
        // oclif copies the config before it runs a command: what the launcher did to it must survive that.
        const mark = 'Object.defineProperty(() => {}, Symbol.for("@byhand/oclif/hook"), { value: event })'
        variant.write(
          "node_modules/@byhand/oclif/dist/hooks.cjs",
          `for (const event of ["init", "prerun"]) exports[event] = ${mark}\n`
        )
        const run = await variant.offTerminal()
        expect([run.exitCode, run.done, envelopeOf(run.stdout).error?.code]).toEqual([
          4,
          [],
          "PERSON_REQUIRED"
        ])
      })
    })

    it.concurrent("says in a sentence that it cannot start", async () => {
      await using(launched(major, launcher), async (variant) => {
        variant.remove(join(variant.plugin, "dist/byhand-launch.cjs"))
        const run = await variant.offTerminal()
        expect([run.exitCode, run.done, run.stdout]).toEqual([70, [], ""])
        expect(run.stderr).toMatch(
          /^This tool cannot start, because .*Nothing was run\. Install it again\.\n$/s
        )
        expect(stackIn(run.stderr), run.stderr).toBeUndefined()
      })
    })
  })

  it.concurrent("leaves an ordinary command's own --json as it was", async () => {
    await using(launched(major, "cjs"), async (variant) => {
      variant.args = ["release", "list", "--json"]
      const run = await variant.offTerminal()
      expect([run.exitCode, JSON.parse(run.stdout)]).toEqual([0, { releases: [] }])
    })
  })
})

it("repairs what oclif 5 does without it: a reader that closes early makes it exit with 13", async () => {
  await using({ major: 5, layer: "none" }, async (variant) => {
    // oclif waits for a drain that never comes only where the executable waits for oclif.
    variant.write(
      "bin/run.mjs",
      'import { execute } from "@oclif/core"\nawait execute({ dir: import.meta.url })\n'
    )
    const run = await piped(variant, "--version", "true", join(variant.root, "bin/run.mjs"))
    expect(run.stdout).toBe("13\n")
  })
})

function launched(major: Major, launcher: "cjs" | "esm"): VariantOptions {
  return { major, layer: "C", launcher }
}

async function using(options: VariantOptions, body: (variant: Variant) => Promise<void>): Promise<void> {
  const variant = new Variant(options)
  try {
    await body(variant)
  } finally {
    variant.end()
  }
}

/** A command that prints many lines, and then does something else. */
function dump(after = ""): string {
  return `const { BaseCommand } = require("../../base-command")
  module.exports = class Dump extends BaseCommand {
    async run() {
      for (let line = 1; line <= ${lines}; line += 1) this.log("line " + line)
      ${after}
      return { much: "x".repeat(1e6) }
    }
  }`
}

/** Runs a call into a reader, and prints the exit code of the call after what the reader printed. */
function piped(variant: Variant, words: string, reader: string, bin = variant.bin) {
  const script = `"$0" "$1" ${words} | ${reader}; echo "\${PIPESTATUS[0]}"`
  return runPiped(["bash", "-c", script, process.execPath, bin], {
    cwd: variant.root,
    env: variant.environment()
  })
}

/** Takes nothing until the program has filled the pipe, and then all of it, bit by bit. */
async function readSlowly(variant: Variant, args: readonly string[]) {
  const child = spawn(process.execPath, [variant.bin, ...args], {
    env: variant.environment(),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
  let errors = ""
  child.stderr.on("data", (chunk: Buffer) => (errors += String(chunk)))
  let text = ""
  await new Promise((resolve) => child.stdout.once("readable", resolve))
  for await (const chunk of child.stdout) {
    text += String(chunk)
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  return { text, errors, exitCode: await ended }
}
