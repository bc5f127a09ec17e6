export { replayProvider } from "./replay-provider.ts"
export { Tape, TapedReply } from "./tape.ts"
