export * from "./sessions/index.ts"
