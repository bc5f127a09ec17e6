/** The flags that every command of a host understands, in a list that costs nothing to load. */
export const globalFlagNames = ["format", "non-interactive", "schema"] as const
