// Builds dist/: few files, because every file an oclif host opens at its start costs every command of it.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { nodeBundle, splitModules } from "../../scripts/esbuild-options.mjs"

const root = fileURLToPath(new URL(".", import.meta.url))

// What several entries share is cut into a file for each set of entries that shares it. Where all of these reach the gate, a
// refusal opens one file for it.
const gate = `${root}src/person-only.ts`
const reachTheGate = {
  name: "what the gate is made of is one file",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/(commands\/.+|output\/make-visible)\.ts$/ }, ({ path }) => ({
      contents: `${readFileSync(path, "utf8")}\nimport ${JSON.stringify(gate)}\n`,
      loader: "ts"
    }))
}

await build({
  ...splitModules,
  packages: "external",
  entryPoints: [
    "index",
    "run",
    "testing",
    "gate/guard-declared",
    "describe/schema-answer",
    "describe/show-flags",
    "commands/manifest",
    "commands/byhand/check",
    "commands/byhand/diff",
    "commands/byhand/docs",
    "commands/mcp/serve"
  ].map((name) => `src/${name}.ts`),
  plugins: [reachTheGate],
  outbase: "src",
  chunkNames: "shared/[name]-[hash]"
})

// By itself: shared with the launcher it would be one more file for every command to open.
await build({ ...nodeBundle, packages: "external", entryPoints: ["src/command-line.ts"], format: "esm" })

// What the hooks load only when it is needed, and how they load it.
const laterFiles = [
  { source: /\/gate\/guard-declared\.ts$/, kind: "dynamic-import", path: "./gate/guard-declared.js" },
  { source: /\/describe\/schema-answer\.ts$/, kind: "dynamic-import", path: "./describe/schema-answer.js" },
  { source: /\/describe\/show-flags\.ts$/, kind: "dynamic-import", path: "./describe/show-flags.js" },
  { source: /\/host\/index\.ts$/, kind: "require-call", path: "./host.cjs" },
  { source: /\/shown-to-person\.ts$/, kind: "require-call", path: "./shown-to-person.cjs" }
]
const stayOwnFiles = {
  name: "what is loaded later stays a file of its own",
  setup({ onResolve }) {
    for (const { source, kind, path } of laterFiles)
      onResolve({ filter: source }, (found) => (found.kind === kind ? { path, external: true } : undefined))
  }
}

// One CommonJS file for both hooks, one for what they hold a host to the envelope with, and one for what a person is shown when
// something fails: a CommonJS host need not start the ESM loader for an ordinary command.
await build({
  ...nodeBundle,
  entryPoints: {
    hooks: "src/hooks.ts",
    host: "src/host/index.ts",
    "shown-to-person": "src/host/shown-to-person.ts"
  },
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  packages: "bundle",
  external: ["@oclif/core"],
  plugins: [stayOwnFiles]
})
