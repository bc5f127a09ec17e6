export * from "./operations/index.ts"
export * from "./protocol/index.ts"
export * from "./reply/index.ts"
export * from "./sessions/index.ts"
