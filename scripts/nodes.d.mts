/** The versions of Node that the packages are tested on. */
export const nodeVersions: readonly string[]

export function nodeOf(version: string): string | undefined
