import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/real/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000
  }
})
