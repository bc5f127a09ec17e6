const { Command, Flags } = require("@oclif/core")
const { Releases } = require("./releases")

/** What every command of this CLI shares: oclif's --json, a flag of its own, and a say in how errors look. */
class BaseCommand extends Command {
  static enableJsonFlag = true
  static baseFlags = { verbose: Flags.boolean({ description: "Say more", helpGroup: "GLOBAL" }) }

  async init() {
    await super.init()
    const { args, flags } = await this.parse({
      args: this.ctor.args,
      baseFlags: super.ctor.baseFlags,
      enableJsonFlag: this.ctor.enableJsonFlag,
      flags: this.ctor.flags,
      strict: this.ctor.strict
    })
    this.args = args
    this.flags = flags
    this.releases = new Releases(process.env.LEGACY_HOME ?? this.config.dataDir)
  }

  async catch(error) {
    if (this.flags?.verbose) this.logToStderr(`${this.id} failed`)
    return super.catch(error)
  }
}

module.exports = { BaseCommand }
