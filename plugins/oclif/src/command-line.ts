// For a program that has to know which command is called before it loads oclif: nothing here loads anything.
export {
  type CommandNames,
  type GlobalFlags,
  type HoistedCommandLine,
  hoistGlobalFlags
} from "./flags/global-flags.ts"
export { isJsonMode, type OutputChoice } from "./output/json-mode.ts"
