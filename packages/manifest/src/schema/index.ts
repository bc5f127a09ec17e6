export { CommandEntry } from "./command-entry.ts"
export {
  type Decoded,
  decodeEnvelope,
  decodeExitCodeEntry,
  decodeManifest,
  type DocumentProblem
} from "./decode.ts"
export { ExitCodeEntry } from "./exit-code-entry.ts"
export { jsonSchemas } from "./json-schemas.ts"
export { ManifestResponse } from "./manifest-response.ts"
export { FlagEntry, PositionalEntry } from "./parameters.ts"
export { ErrorDetail, ResponseEnvelope, ResponseMeta } from "./response-envelope.ts"
