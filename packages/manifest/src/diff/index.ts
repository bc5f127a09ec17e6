export type { ManifestChange } from "./change.ts"
export { manifestDiff, type ManifestDiff } from "./manifest-diff.ts"
