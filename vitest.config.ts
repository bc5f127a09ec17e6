import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// One run over the whole workspace, so that one summary counts every test. The real processes and pseudo-terminals
// need time under load: a generous limit, never a sleep, decides that something hangs.
export default defineConfig({
  test: {
    include: ["{packages,plugins,examples}/*/test/**/*.test.ts", "test/**/*.test.ts"],
    pool: "forks",
    // Left to itself vitest keeps one processor free: of two, half. Most tests wait for processes that they started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // The gate tells the rest of a paste from the next answer by a pause, and a busy machine can hold up the test that types
    // for as long. A test is given a second try, and the run names those that took one.
    retry: 1,
    reporters: ["default", "./scripts/second-tries.mjs", ["json", { outputFile: ".cache/vitest.json" }]],
    testTimeout: 180_000,
    hookTimeout: 300_000
  }
})
