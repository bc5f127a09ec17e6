export { CommandExit, commandExit } from "./command-exit.ts"
export { commandExits, type ExitGroup, type ExitMeaning, type SideEffects } from "./exit-meaning.ts"
export { exitRange, type ExitRange } from "./exit-range.ts"
export { exitFromChild, exitFromSignal } from "./exit-from-signal.ts"
