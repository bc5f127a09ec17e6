const fs = require("node:fs")
const path = require("node:path")

/** The releases of this machine, in one JSON file. */
class Releases {
  constructor(folder) {
    this.file = path.join(folder, "releases.json")
  }

  list() {
    if (!fs.existsSync(this.file)) return []
    return JSON.parse(fs.readFileSync(this.file, "utf8"))
  }

  accept(id) {
    const releases = [...this.list().filter((release) => release.id !== id), { id, accepted: true }]
    fs.mkdirSync(path.dirname(this.file), { recursive: true })
    fs.writeFileSync(`${this.file}.tmp`, `${JSON.stringify(releases, null, 2)}\n`)
    fs.renameSync(`${this.file}.tmp`, this.file)
  }
}

module.exports = { Releases }
