export { CaseResult } from "./case-result.ts"
export { CatalogueCase, ExpectedStage } from "./catalogue-case.ts"
export { CatalogueError, readManifest, readResults } from "./read-lines.ts"
export { type CaseOutcome, type CaseScore, type CatalogueScore, scoreCatalogue } from "./score.ts"
