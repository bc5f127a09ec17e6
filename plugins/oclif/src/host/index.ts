export { runByContract } from "../carry-out/by-contract.ts"
export { endedAtTerminal, holdHost } from "./hold.ts"
export { giveExit } from "./mark.ts"
export { parsingFailed } from "./parsing-failed.ts"
