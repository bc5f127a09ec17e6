export { endpointFromEnvironment } from "./from-environment.ts"
export { type EndpointOptions, endpointProblem, type ResponseFormat } from "./endpoint.ts"
export { openAiCompatibleProvider } from "./open-ai-compatible.ts"
export { defaultCallMs, type Patience } from "./once-more.ts"
