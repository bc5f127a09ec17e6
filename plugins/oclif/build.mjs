// Builds dist/: few files, because every file an oclif host opens at its start costs every command of it.
import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { nodeBundle, splitModules } from "../../scripts/esbuild-options.mjs"
import { seldomLoaded } from "./seldom-loaded.mjs"

const root = fileURLToPath(new URL(".", import.meta.url))
const tree = fileURLToPath(new URL("../../", import.meta.url))

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

// What is loaded only when it is needed, and how it is asked for.
const laterFiles = [
  { source: /\/gate\/guard-declared\.ts$/, kind: "dynamic-import", path: "./gate/guard-declared.js" },
  { source: /\/describe\/schema-answer\.ts$/, kind: "dynamic-import", path: "./describe/schema-answer.js" },
  { source: /\/describe\/show-flags\.ts$/, kind: "dynamic-import", path: "./describe/show-flags.js" },
  { source: /\/host\/index\.ts$/, kind: "require-call", path: "./host.cjs" },
  { source: /\/launch\/launch\.ts$/, kind: "dynamic-import", path: "./byhand-launch.cjs" },
  { source: /\/shown-to-person\.ts$/, kind: "dynamic-import", path: "./shown-to-person.cjs" },
  { source: /\/shown-to-person\.ts$/, kind: "require-call", path: "./shown-to-person.cjs" }
]
const stayOwnFiles = {
  name: "what is loaded later stays a file of its own",
  setup({ onResolve }) {
    for (const { source, kind, path } of laterFiles)
      onResolve({ filter: source }, (found) => (found.kind === kind ? { path, external: true } : undefined))
  }
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
  plugins: [reachTheGate, stayOwnFiles],
  outbase: "src",
  chunkNames: "shared/[name]-[hash]"
})

// By itself: shared with the launcher it would be one more file for every command to open.
await build({ ...nodeBundle, packages: "external", entryPoints: ["src/command-line.ts"], format: "esm" })

// What an ordinary command runs whose output is for a program.
const ordinary = {
  "plugins/oclif/src/hooks": [
    "answer-by-contract",
    "fail-closed",
    "guard-lifecycle",
    "guard-loading",
    "host-code",
    "host-json-exit",
    "init",
    "lost-commands",
    "mark",
    "may-declare",
    "needs-contract",
    "parser-memory",
    "prerun",
    "replace-in-base",
    "watch-parsing"
  ],
  "plugins/oclif/src/host": [
    "answer",
    "ask-nothing",
    "call",
    "conclude",
    "core-of",
    "hold",
    "settle",
    "short-forms",
    "undeclared-exit"
  ],
  "plugins/oclif/src/launch": ["answer", "end-process", "launch", "require-hooks"],
  "plugins/oclif/src/flags": [
    "command-names",
    "definitions",
    "gate-flags",
    "global-flags",
    "global-tokens",
    "names"
  ],
  "plugins/oclif/src/output": [
    "ending-of",
    "ending-signals",
    "facts",
    "held",
    "interruption",
    "invocation",
    "json-mode",
    "last-word",
    "outlet",
    "outlet-state",
    "parsing",
    "redirect",
    "render",
    "surroundings",
    "until-settled"
  ],
  "plugins/oclif/src/carry-out": ["stdin-watch"],
  "packages/envelope/src": [
    "envelope",
    "envelope-parts",
    "envelope-sink",
    "handoff-codes",
    "json",
    "known-fields",
    "plain-text",
    "stand-in",
    "to-json",
    "unsent",
    "warning",
    "write-whole"
  ],
  "packages/exit-codes/src": ["command-exit"]
}
const seldom = seldomLoaded(
  tree,
  new Set(Object.entries(ordinary).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`)))
)

const commonJs = {
  ...nodeBundle,
  outExtension: { ".js": ".cjs" },
  format: "cjs",
  packages: "bundle",
  external: ["@oclif/core"],
  // Their sources, so that what is not used of them is left out.
  alias: Object.fromEntries(
    ["attestation", "envelope", "exit-codes", "manifest"].map((name) => [
      `@byhand/${name}`,
      `${tree}packages/${name}/src/index.ts`
    ])
  )
}

// CommonJS: a CommonJS host need not start the ESM loader for an ordinary command, and Node finds the exports of such a file
// without reading it twice.
const { outputFiles } = await build({
  ...commonJs,
  entryPoints: { hooks: "src/hooks.ts", host: "src/host/index.ts", "byhand-launch": "src/launch/launch.ts" },
  plugins: [stayOwnFiles, seldom.plugin],
  write: false
})
for (const { path, text } of outputFiles) writeFileSync(path, await seldom.finish(text))

await build({
  ...commonJs,
  entryPoints: { "shown-to-person": "src/host/shown-to-person.ts" },
  plugins: [stayOwnFiles]
})
await build({
  ...commonJs,
  stdin: { contents: seldom.contents(), resolveDir: `${root}src`, loader: "ts" },
  outdir: undefined,
  outExtension: undefined,
  outfile: "dist/seldom.cjs",
  plugins: [stayOwnFiles],
  minify: true
})
