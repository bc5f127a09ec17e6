const { BaseCommand } = require("../../base-command")

class List extends BaseCommand {
  static description = "List the releases"

  async run() {
    const releases = this.releases.list()
    for (const { id } of releases) this.log(id)
    return { releases }
  }
}

module.exports = List
