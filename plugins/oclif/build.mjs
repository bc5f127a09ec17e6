// Builds dist/: few files, because every file an oclif host opens at its start costs every command of it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { nodeBundle, splitModules } from "../../scripts/esbuild-options.mjs"
import { loadedLater } from "./loaded-later.mjs"

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
  { source: /\/gate\/guard-declared\.ts$/, kind: "dynamic-import", path: "./guard.cjs" },
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
  // package.json says that no module has side effects, and esbuild would warn of an import without names, as above.
  ignoreAnnotations: true,
  entryPoints: [
    "index",
    "run",
    "testing",
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
    "end-promptly",
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
    "no-colour",
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
const isOrdinary = new Set(
  Object.entries(ordinary).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
)

// What a refusal needs beside that: what a contract may say, and how it stands in the way. Not the terminal, and no words.
const ofRefusal =
  /^(plugins\/oclif\/src\/(gate|person-only|flags\/(definitions|gate-flags|global-flags)|describe\/(conditional-rules|flag-entries|positional-entries|registration)$)|packages\/(manifest|attestation\/src\/presence|exit-codes\/src\/command-exit))/
const ofQuestion =
  /^(plugins\/oclif\/src\/(gate\/attestation-of|describe\/(entry|registered-entry))|packages\/attestation\/src\/(?!presence))/

// What every failure needs to be put into words, a refusal included.
const ofFailure =
  /^(packages\/(envelope\/src\/(attestation-mismatch|command-error|error-detail|fix-command|fix-command-dropped|handoff-problems|person-required|to-command-error)|exit-codes\/src\/(exit-meaning|run-exit))|plugins\/oclif\/src\/(carry-out\/(command-call|preview)|describe\/text|flags\/(contract-flags|global-tokens|names)|host\/(fix-command|mark|prompt-failure|unknown-command)|output\/(held|invocation|json-mode|oclif-error)))$/

const later = loadedLater(tree)
const laterFile = (name) => (ofFailure.test(name) ? "./failure.cjs" : "./seldom.cjs")
const unlessOrdinary = later.plugin((name) => (isOrdinary.has(name) ? undefined : laterFile(name)))
const unlessForRefusal = later.plugin((name) =>
  ofQuestion.test(name) ? "./question.cjs" : ofRefusal.test(name) ? undefined : laterFile(name)
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
await write({
  entryPoints: { hooks: "src/hooks.ts", host: "src/host/index.ts", "byhand-launch": "src/launch/launch.ts" },
  plugins: [stayOwnFiles, unlessOrdinary]
})
await write({
  entryPoints: { guard: "src/gate/guard-declared.ts" },
  plugins: [stayOwnFiles, unlessForRefusal]
})
await write({
  entryPoints: {
    "shown-to-person": "src/host/shown-to-person.ts",
    "install-incomplete": "src/output/install-incomplete.ts"
  },
  plugins: [stayOwnFiles]
})
for (const name of ["question", "failure", "seldom"])
  await write({
    stdin: { contents: later.contents(`./${name}.cjs`), resolveDir: root, loader: "ts" },
    outdir: undefined,
    outExtension: undefined,
    outfile: `dist/${name}.cjs`,
    plugins: [stayOwnFiles]
  })

// The hooks' file is CommonJS, and the types beside it have to say so.
const typeOf = (name) =>
  `typeof import("./hooks/${name}.js", { with: { "resolution-mode": "import" } }).${name}`
writeFileSync(
  "dist/hooks.d.cts",
  ["init", "prerun"].map((name) => `export declare const ${name}: ${typeOf(name)}\n`).join("")
)

async function write(options) {
  const { outputFiles } = await build({ ...commonJs, ...options, write: false })
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, await later.finish(text))
  }
}
