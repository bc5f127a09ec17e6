// `npm test`: sets up, checks lint, format and types, runs every test, and says the sum in its last line.
// `npm test -- packages/envelope` runs the tests of that folder only, and leaves the checks out.
import { spawn } from "node:child_process"
import { mkdirSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setup } from "./setup.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
// Named in vitest.config.ts.
const report = join(root, ".cache", "vitest.json")
const { NODE_EXTRA_CA_CERTS: _slowsEveryStart, ...env } = process.env
const checks = [
  ["lint", "oxlint", "--deny-warnings"],
  ["format", "oxfmt", "--check"],
  ["types", "tsc", "-p", "tsconfig.json"],
  ["nothing unused", "knip", "--no-progress", "--no-config-hints"]
]

const { passed, failed, skipped } = await testAll(process.argv.slice(2))
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)

async function testAll(filters) {
  if (setup({ withHosts: true, withNodes: true }) !== 0) return { passed: 0, failed: 1, skipped: 0 }
  const failedChecks = filters.length > 0 ? 0 : await failuresOf(checks)
  const tests = await runTests(filters)
  return { ...tests, failed: tests.failed + failedChecks }
}

/** Runs the checks beside each other, and shows what those that fail have to say. */
async function failuresOf(all) {
  const results = await Promise.all(all.map(([name, tool, ...args]) => run(name, tool, args, "pipe")))
  for (const { name, status, output } of results) {
    console.log(status === 0 ? `✓ ${name}` : `✗ ${name}\n${output}`)
  }
  return results.filter(({ status }) => status !== 0).length
}

async function runTests(filters) {
  mkdirSync(join(root, ".cache"), { recursive: true })
  rmSync(report, { force: true })
  const { status } = await run("tests", "vitest", ["run", ...filters], "inherit")
  const sum = sumOf(report)
  // A failure outside any test, such as an error nobody caught, is one too.
  return status !== 0 && sum.failed === 0 ? { ...sum, failed: 1 } : sum
}

function sumOf(file) {
  let read
  try {
    read = JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
  const broken = read.testResults.filter(({ status, assertionResults }) => {
    return status === "failed" && assertionResults.every((test) => test.status !== "failed")
  })
  return {
    passed: read.numPassedTests,
    failed: read.numFailedTests + broken.length,
    skipped: read.numPendingTests + read.numTodoTests
  }
}

function run(name, tool, args, output) {
  const command = join(root, "node_modules", ".bin", tool)
  const shell = process.platform === "win32"
  const child = spawn(command, args, { cwd: root, env, shell, stdio: ["ignore", output, output] })
  let said = ""
  child.stdout?.on("data", (text) => (said += text))
  child.stderr?.on("data", (text) => (said += text))
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ name, status: 1, output: error.message }))
    child.once("close", (status) => resolve({ name, status: status ?? 1, output: said }))
  })
}
