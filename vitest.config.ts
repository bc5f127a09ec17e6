import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

// One run over the whole workspace, so that one summary counts every test. The real processes and pseudo-terminals
// need time under load: a generous limit, never a sleep, decides that something hangs.
export default defineConfig({
  test: {
    include: ["{packages,plugins,examples}/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // They need the network, and a run of their own: `npm run test:real`.
    exclude: ["**/node_modules/**", "test/real/**"],
    pool: "forks",
    // Each file would load vitest, Effect and the packages anew: a third of all the time they need.
    isolate: false,
    // Left to itself vitest keeps one processor free: of two, half. Most tests wait for processes that they started.
    maxWorkers: availableParallelism() + 1,
    // A busy machine can hold up a test that types, or one that waits for a second to pass, for as long as the gate or the clock
    // goes on. A test is given a second try, and the run names those that took one.
    retry: 1,
    reporters: ["default", "./scripts/second-tries.mjs", ["json", { outputFile: ".cache/vitest.json" }]],
    testTimeout: 180_000,
    hookTimeout: 300_000
  }
})
