import { defineConfig } from "vitest/config"

// One run over the whole workspace, so that one summary counts every test. The real processes and pseudo-terminals
// need time under load: a generous limit, never a sleep, decides that something hangs.
export default defineConfig({
  test: {
    include: ["{packages,plugins,examples}/*/test/**/*.test.ts"],
    pool: "forks",
    testTimeout: 180_000,
    hookTimeout: 300_000
  }
})
