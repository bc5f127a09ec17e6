import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { shareOf } from "../support/share-of.ts"
import { stackIn } from "../support/stack-in.ts"
import { type Layer, type Major, Variant } from "../layers/support/variant.ts"

const hook = `module.exports = async function (options) {
  const [event, kind] = (process.env.RUDE ?? "").split(" ")
  if (event !== __filename.split("/").pop().replace(".js", "")) return
  this.log("said by the hook")
  console.log("printed by the hook")
  switch (kind) {
    case "error-9": return this.error("no licence", { exit: 9 })
    case "error": return this.error("no licence")
    case "typed": throw Object.assign(new Error("no licence"), { oclif: { exit: 5 }, code: "NO_LICENCE" })
    case "exit-5": return process.exit(5)
    case "exit-0": return process.exit(0)
    case "rejects": return void Promise.reject(new Error("nobody waits"))
    case "crash": setTimeout(() => { throw new Error("later") }); return new Promise(() => {})
    case "quiet": return
    default: throw new TypeError("a bug")
  }
}`
const events = ["init", "prerun", "postrun", "finally", "command_not_found"]

/** What oclif passes over does not change how the call ends; the rest ends it. */
const kinds: readonly (readonly [kind: string, exit: number | undefined, message?: string])[] = [
  ["bug", undefined],
  ["quiet", undefined],
  ["error-9", 9, "no licence"],
  ["error", 1, "no licence"],
  ["typed", 5, "no licence"],
  ["exit-5", 5],
  ["crash", 1, "later"]
]

const hosts: readonly (readonly [Major, Layer, number])[] = [
  [4, "B", 0],
  [5, "B", 1],
  [5, "C", 2]
]

describe.each(hosts)("a hook of another plugin, in oclif %i in a host with layer %s", (major, layer, at) => {
  let variant: Variant
  beforeAll(() => {
    variant = new Variant({ major, layer })
    const files = Object.fromEntries(events.map((event) => [`${event}.js`, hook]))
    variant.addPlugin(
      "rude",
      { hooks: Object.fromEntries(events.map((event) => [event, `./${event}.js`])) },
      files
    )
  })
  afterAll(() => variant?.end())

  // Of each call one host is asked: so each hook meets each host, and each kind does, beside one hook or another.
  const calls = ["prerun", "postrun", "finally"].flatMap((event) =>
    kinds.map(([kind, exit = 0, message]) => ({ event, kind, exit, message, line: "release list" }))
  )

  const all = [
    ...calls,
    // To oclif a hook that fails in no way has dealt with it.
    { event: "command_not_found", kind: "quiet", exit: 0, message: undefined, line: "relaese" },
    { event: "command_not_found", kind: "bug", exit: 1, message: "a bug", line: "relaese" },
    { event: "command_not_found", kind: "error-9", exit: 9, message: "no licence", line: "relaese" },
    { event: "finally", kind: "error-9", exit: 9, message: "no licence", line: "--help" },
    { event: "finally", kind: "error-9", exit: 9, message: "no licence", line: "relaese" }
  ]
  it.concurrent.each(shareOf(all, at, 3))(
    "leaves one document when $event ends by $kind: $line",
    async ({ event, kind, exit, message, line }) => {
      const run = await call(line, `${event} ${kind}`)
      const { error, meta, warnings } = envelopeOf(run.stdout)
      expect([run.exitCode, meta.exit_code]).toEqual([exit, exit])
      if (message !== undefined) expect(error?.message).toBe(message)
      // What is printed before the document is written is noted; the last hook may come after.
      expect(run.stderr).toMatch(/said by the hook[^]*printed by the hook/)
      if (event === "prerun") expect(warnings.map(({ code }) => code)).toContain("THIRD_PARTY_STDOUT")
      expect(stackIn(run.stderr), run.stderr).toBeUndefined()
    }
  )

  it.concurrent.each(layer === "C" ? kinds : shareOf(kinds, major))(
    "ends a call in init as its exit code says: %s",
    async (kind, exit = 0, message) => {
      const run = await call("release list", `init ${kind}`)
      if (layer === "C") {
        const { meta, error } = envelopeOf(run.stdout)
        expect([run.exitCode, meta.exit_code]).toEqual([exit, exit])
        if (message !== undefined) expect(error?.message).toBe(message)
        return
      }
      // Such a hook may begin before the plugin's: the launcher alone holds what stands before that.
      expect(run.exitCode === 0).toBe(exit === 0)
      const document = /^\{.*\}\n$/m.exec(run.stdout)?.[0]
      if (document !== undefined) expect(envelopeOf(document).meta.exit_code).toBe(run.exitCode)
      else expect(kind).toBe("exit-5")
    }
  )

  function call(line: string, rude: string) {
    return variant.call(line.split(" "), { RUDE: rude })
  }
})

describe("a command that does not exist, in a host with the plugin that asks which one was meant", () => {
  it("stays one when another plugin's hook only takes note of it", async () => {
    const variant = new Variant({ major: 4, layer: "B" })
    try {
      const oclif = { hooks: { command_not_found: "./hook.js" } }
      const quiet = "module.exports = async () => {}"
      for (const name of ["notes", "@oclif/plugin-not-found"])
        variant.addPlugin(name, oclif, { "hook.js": quiet })
      const { exitCode, stdout } = await variant.call(["relaese"], {})
      expect([exitCode, envelopeOf(stdout).error?.code]).toEqual([2, "UNKNOWN_COMMAND"])
    } finally {
      variant.end()
    }
  })
})
