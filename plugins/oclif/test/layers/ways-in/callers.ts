import type { Variant } from "../support/variant.ts"
import { all, open, refused, type WayIn } from "./way-in.ts"

const wrapClass = open("wrap the class")
const otherUser = open("run the step as another user, or behind a credential that an agent does not have")

/** Another command of the host reaches for the one that declares a person. */
const caller = (how: string, body: string, cells: WayIn["cells"]): WayIn => ({
  way: `another command ${how}`,
  change: (variant) => {
    variant.write(
      "src/commands/release/ship.js",
      `const { BaseCommand } = require("../../base-command")
      const path = "./accept"
      module.exports = class Ship extends BaseCommand {
        async run() { ${body} }
      }`
    )
    variant.args = ["release", "ship"]
  },
  cells
})

const program = (way: string, text: string, cells: WayIn["cells"]): WayIn => ({
  way,
  change: (variant) => {
    variant.command = [process.execPath, "--eval", text]
  },
  cells
})

const args =
  (...more: readonly string[]) =>
  (variant: Variant) => {
    variant.args = [...variant.args, ...more]
  }

/** Who calls the handler, and how. */
export const callers: readonly WayIn[] = [
  caller("calls config.runCommand", 'await this.config.runCommand("release:accept", ["R-1"])', all),
  caller("calls the class's static run", 'await require(path).run(["R-1"], this.config)', all),
  caller(
    "loads the class from oclif's table, and runs an instance",
    `const Accept = await this.config.findCommand("release:accept").load()
     const accept = new Accept(["R-1"], this.config)
     await accept.init()
     await accept.run()`,
    all
  ),
  caller(
    "imports the class, and runs an instance",
    `const accept = new (require(path))(["R-1"], this.config)
     await accept.init()
     await accept.run()`,
    { A: refused, B: wrapClass, C: wrapClass }
  ),
  program(
    "a program loads the class, without the CLI",
    `const { Errors } = require("@oclif/core")
     require("./src/commands/release/accept").run(["R-1"], process.cwd()).catch(Errors.handle)`,
    { A: refused, B: wrapClass, C: wrapClass }
  ),
  program(
    "a program does what the handler does, without the command",
    `const { Releases } = require("./src/releases")
     new Releases(process.env.LEGACY_HOME).accept("R-1")`,
    { A: otherUser, B: otherUser, C: otherUser }
  ),
  {
    way: "another executable of the host starts oclif without the launcher",
    change: (variant) => {
      variant.write("bin/dev.js", 'void require("@oclif/core").execute({ dir: __dirname })\n')
      variant.command = [process.execPath, `${variant.root}/bin/dev.js`, ...variant.args]
    },
    cells: all
  },
  { way: "the call says --yes", change: args("--yes"), cells: all },
  { way: "the call says --json, which is the host's own", change: args("--json"), cells: all },
  {
    way: "the answer comes through a pipe",
    change: (variant) => {
      variant.stdin = "R-1\n"
    },
    cells: all
  },
  {
    way: "an agent starts it under a pseudo-terminal, and types the answer",
    typed: ["R-1"],
    change: () => {},
    cells: { A: otherUser, B: otherUser, C: otherUser }
  }
]
