export { endedAtTerminal, holdHost } from "./hold.ts"
export { parsingFailed } from "./parsing-failed.ts"
