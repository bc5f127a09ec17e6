/** The exit codes that every command of a host has, declared or not: its manifest says them once, at its root. */
export const rootExits: readonly number[] = [1, 2, 129, 130, 143]
