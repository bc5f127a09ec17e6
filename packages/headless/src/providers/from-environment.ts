import type { EndpointOptions } from "./endpoint.ts"

/**
 * What the environment says of an endpoint: for a program that lets its user choose the model.
 *
 * @param prefix - of the variables: with "STEWARD" they are STEWARD_MODEL_URL, STEWARD_MODEL and STEWARD_MODEL_KEY
 * @param environment - where they are looked up
 * @returns the base URL and the model, empty where they are not set; and the variable that the key is in, where it is set.
 * The key itself is not in it. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { endpointFromEnvironment } from "@byhand/headless/providers"
 * const environment = { STEWARD_MODEL_URL: "http://127.0.0.1:11434/v1", STEWARD_MODEL: "qwen3" }
 * const { baseUrl, model, keyVariable } = endpointFromEnvironment("STEWARD", environment)
 * console.log(baseUrl, model, keyVariable) // http://127.0.0.1:11434/v1 qwen3 undefined
 * ```
 */
export function endpointFromEnvironment(
  prefix: string,
  environment: NodeJS.ProcessEnv = process.env
): Pick<EndpointOptions, "baseUrl" | "model" | "keyVariable"> {
  const keyVariable = `${prefix}_MODEL_KEY`
  return {
    baseUrl: environment[`${prefix}_MODEL_URL`] ?? "",
    model: environment[`${prefix}_MODEL`] ?? "",
    ...(/\S/u.test(environment[keyVariable] ?? "") ? { keyVariable } : {})
  }
}
