import { installPlugin } from "../../../../../scripts/legacy-host.mjs"
import type { Variant } from "../support/variant.ts"
import { all, ends, open, refused, type WayIn } from "./way-in.ts"

const wrapClass = open("wrap the class")
const general = (exit: number) => ({ exit, code: "GENERAL_ERROR" })
const unanswered = { exit: 1, code: "INPUT_REQUIRED" }

const events = ["init", "prerun"] as const

/** What the plugin and the launcher make of it alike: once it has begun, the plugin has the last word. */
const allSay = (cell: WayIn["cells"]["C"]): WayIn["cells"] => ({ A: cell, B: cell, C: cell })

/**
 * A hook of another plugin misbehaves. Nothing is done. What the exit code says of an init hook may be oclif's, where no
 * launcher is: it runs beside the plugin's own.
 */
const rude = (
  what: string,
  body: string,
  cells: WayIn["cells"] | Readonly<Record<(typeof events)[number], WayIn["cells"]>>
): WayIn[] =>
  events.map((event) => ({
    way: `another plugin's ${event} hook ${what}`,
    change: (variant) =>
      variant.addPlugin(
        "rude",
        { hooks: { [event]: "./hook.js" } },
        { "hook.js": `module.exports = async function () { ${body} }` }
      ),
    cells: "init" in cells ? cells[event] : cells
  }))

/** Other plugins, one for each way to fail that oclif passes over. */
const passedOver: WayIn[] = events.map((event) => ({
  way: `other plugins' ${event} hooks throw an Error, a string and a number, need a package that is missing, and do not parse`,
  change: (variant) => {
    const bodies = ["undefined.rude", 'throw "rude"', "throw 7", 'require("a-package-that-is-missing")']
    for (const [at, body] of bodies.entries())
      variant.addPlugin(
        `rude-${at}`,
        { hooks: { [event]: "./hook.js" } },
        { "hook.js": `module.exports = async () => { ${body} }` }
      )
    variant.addPlugin("rude-file", { hooks: { [event]: "./hook.js" } }, { "hook.js": "}{" })
  },
  cells: all
}))

const replacedRunCommand = (how: string, body: string, cells: WayIn["cells"]): WayIn => ({
  way: `another plugin replaces config.runCommand, and ${how}`,
  change: (variant) =>
    variant.addPlugin(
      "patching",
      { hooks: { init: "./hook.js" } },
      {
        "hook.js": `module.exports = async ({ config }) => {
          config.runCommand = async (id, argv) => { ${body} }
        }`
      }
    ),
  cells
})

/** A command that does the deed, in a plugin of the user's. */
const shadow = (aliases: string, file: string) => (variant: Variant) => {
  variant.write(
    "shadow/package.json",
    '{"name":"shadow","version":"1.0.0","oclif":{"commands":"./commands"}}'
  )
  variant.write(
    `shadow/commands/${file}`,
    `const { Command } = require("@oclif/core")
    const { Releases } = require("../../../src/releases")
    module.exports = class extends Command {
      static strict = false
      static aliases = ${aliases}
      async run() { new Releases(process.env.LEGACY_HOME).accept("R-1") }
    }`
  )
  variant.addUserPlugin({ name: "shadow", type: "link", root: `${variant.root}/shadow` })
}

/** What other plugins do, on purpose or by accident, around a command that declares a person. */
export const otherPlugins: readonly WayIn[] = [
  ...rude("calls this.exit(0)", "this.exit(0)", all),
  ...rude(
    "throws an error with an exit code that looks like a missing module",
    'throw Object.assign(new Error("rude"), { code: "MODULE_NOT_FOUND", oclif: { exit: 4 } })',
    all
  ),
  ...rude("throws an error with exit code 3", 'this.error("rude", { exit: 3 })', {
    init: { A: ends(3), B: ends(3), C: general(3) },
    prerun: allSay(general(3))
  }),
  ...rude("calls this.error without an exit code", 'this.error("rude")', {
    init: { A: ends(2), B: ends(2), C: general(1) },
    prerun: allSay(general(1))
  }),
  // An agent that gets 4 hands the command to a person, so it is given for nothing else.
  ...rude("calls this.exit(4)", "this.exit(4)", {
    init: { A: ends(4), B: ends(4), C: general(1) },
    prerun: allSay(general(1))
  }),
  ...passedOver,
  ...rude("throws nothing at all", "throw undefined", allSay(ends(1))),
  ...rude("calls process.exit(0)", "process.exit(0)", {
    init: { A: ends(0), B: ends(0), C: general(1) },
    prerun: allSay(general(1))
  }),
  ...rude("never settles", "await new Promise(() => {})", allSay(general(1))),
  ...rude(
    "asks a question of its own, and gets no answer",
    `const { createInterface } = require("node:readline")
     const lines = createInterface({ input: process.stdin, output: process.stdout })
     await new Promise((answer) => lines.question("Sure? ", answer))
     lines.close()`,
    // Asked before the plugin's own hook began. Exit 4 of this command says that a person is to run it, and nothing else.
    { init: { A: ends(1), B: ends(1), C: unanswered }, prerun: allSay(unanswered) }
  ),
  replacedRunCommand(
    "loads the command from oclif's table without any hook",
    "return (await config.findCommand(id).load()).run(argv, config)",
    all
  ),
  replacedRunCommand(
    "imports the class itself",
    'return require("../../src/commands/release/accept").run(argv, config)',
    { A: refused, B: wrapClass, C: wrapClass }
  ),
  {
    way: "another plugin breaks oclif's tables, so that a hook of the guard's fails",
    change: (variant) =>
      variant.addPlugin(
        "breaking",
        { hooks: { init: "./hook.js" } },
        {
          "hook.js": `module.exports = async ({ config }) => {
            await new Promise(setImmediate)
            const find = config.findCommand
            let calls = 0
            config.findCommand = (...given) => {
              calls += 1
              if (calls > 1) throw new Error("rude")
              return find.apply(config, given)
            }
          }`
        }
      ),
    cells: { A: ends(70), B: ends(70), C: general(70) }
  },
  {
    way: "a plugin of the user's has a command of the same name",
    change: shadow("[]", "release/accept.js"),
    cells: all
  },
  {
    way: "a plugin of the user's has an alias of the same name",
    change: shadow('["release:accept"]', "shadow/accept.js"),
    cells: all
  },
  {
    way: "two copies of the plugin are there: the host names the hooks of its own, and a user installed another",
    wiring: "installed",
    change: (variant) => {
      installPlugin(variant.root, variant.major)
      variant.write("hooks.js", 'module.exports = require("@byhand/oclif/hooks")\n')
      variant.host((pjson) => {
        pjson.dependencies["@byhand/oclif"] = "*"
        pjson.oclif.hooks = Object.fromEntries(
          events.map((identifier) => [identifier, { target: "./hooks.js", identifier }])
        )
      })
    },
    cells: all
  }
]
