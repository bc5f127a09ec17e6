export { canonicalJson } from "./canonical-json.ts"
export { type CommandEntry, commandEntry, type CommandShape } from "./command-entry.ts"
export type { CommandContract, EnvVarEntry, FlagEntry, PositionalEntry } from "./contract.ts"
export { type Declaration, declaration } from "./declaration.ts"
export type {
  ConditionalRule,
  ExitCodeEntry,
  FilesystemSideEffect,
  InterruptionDeclaration,
  MediaTypeMap,
  StdinDeclaration,
  SubprocessDeclaration
} from "./declared-parts.ts"
export { etag } from "./etag.ts"
export { type ManifestResponse, manifestResponse } from "./manifest-response.ts"
export { personContract, type PersonContractInput } from "./person-contract.ts"
export type { RegistrationProblem } from "./registration-problem.ts"
export { type KnownParameters, registrationProblems } from "./registration-problems.ts"
