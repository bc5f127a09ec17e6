export { init } from "./hooks/init.ts"
export { prerun } from "./hooks/prerun.ts"
