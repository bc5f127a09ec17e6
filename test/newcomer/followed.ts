/** The pages that the newcomer follows, from the README on and with real installs. */
export const followed: readonly string[] = ["docs/add-a-person-only-command.md", "docs/headless-in-ci.md"]
