export * from "./protocol/index.ts"
export * from "./sessions/index.ts"
