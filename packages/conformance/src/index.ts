export { openTerminal, type SecondTerminal } from "./pseudo-terminal.ts"
export { type PipedOptions, type PipedResult, runPiped } from "./run-piped.ts"
export { Terminal, type TerminalEnd, type TerminalOptions, type WaitOptions } from "./terminal.ts"
