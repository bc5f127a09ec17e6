/** The signals that end a command, and are told apart by its exit code. */
export const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const
export type EndingSignal = (typeof endingSignals)[number]
