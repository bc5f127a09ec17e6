// The published CLIs that the plugin is tried in, each at one exact version. None of the calls here needs a network.

/**
 * - `script`: what its executable starts, in its package
 * - `separator`: between the words of a command's name
 * - `ordinary`: a call that its users make, and what it then says
 * - `wrong`: a call that it refuses with 2, and what it then says
 * - `absent`: the exit of a command that it does not have, as it says it itself
 * - `manifest`: the plugin's command, where the host has its own `manifest`
 * - `calls`: what the descriptions of its flags say that their types do not (a number, a name, a folder that exists), and its
 *   commands that take exactly one of several flags, of which oclif caches nothing. Heroku's parsers take minutes: not tried
 * - `hasPlugins`: its users install plugins with `plugins install`
 */
export const clis = [
  {
    name: "heroku",
    package: "heroku",
    version: "11.10.0",
    major: 4,
    script: "bin/run.js",
    separator: ":",
    ordinary: { args: ["which", "apps:info"], says: "plugin: heroku" },
    wrong: { args: ["which", "apps:info", "--nope"], says: "Nonexistent flag: --nope" },
    absent: 127,
    manifest: "manifest",
    hasPlugins: true
  },
  {
    name: "prism",
    package: "@prismatic-io/prism",
    version: "10.4.0",
    major: 4,
    script: "lib/run.js",
    separator: ":",
    ordinary: { args: ["profiles:list"], says: "No profiles found." },
    wrong: { args: ["profiles:list", "--nope"], says: "Nonexistent flag: --nope" },
    absent: 2,
    calls: {
      texts: { duration: "1", timeout: "1", version: "1", "log-severity": "1" },
      chooseOne: ["components.dev.run"]
    },
    manifest: "manifest",
    hasPlugins: false
  },
  {
    name: "checkly",
    package: "checkly",
    version: "8.9.0",
    major: 4,
    script: "bin/run",
    separator: " ",
    ordinary: { args: ["rules"], says: "Checkly Monitoring" },
    wrong: { args: ["skills", "--nope"], says: "Nonexistent flag: --nope" },
    absent: 127,
    calls: {
      texts: { limit: "10", from: "1790000000", to: "1790000001", retries: "1" },
      chooseOne: ["rca.run"]
    },
    manifest: "manifest",
    hasPlugins: false
  },
  {
    name: "oclif",
    package: "oclif",
    version: "6.0.10",
    major: 5,
    script: "bin/run.js",
    separator: " ",
    // In the folder where every CLI is called there is a plugin of that name.
    ordinary: { args: ["manifest", "plugin"], says: "wrote manifest to" },
    wrong: { args: ["generate", "--nope"], says: "Nonexistent flag: --nope" },
    absent: 127,
    calls: {
      texts: { name: "my-cli", "output-dir": ".", "nested-topics-depth": "1" },
      chooseOne: []
    },
    manifest: "byhand:manifest",
    hasPlugins: false
  }
]
