import type { Provider } from "@byhand/headless"
import type * as Layer from "effect/Layer"
import { usageError } from "./usage-error.ts"

/** Who is asked, and the options that ask them again. */
export interface ChosenProvider {
  readonly layer: Layer.Layer<Provider>
  readonly options: readonly string[]
  /** How long a call may take, in milliseconds; null when only the run's own time limits it. */
  readonly callMs: number | null
}

/** What a command line says of whose replies a run gets. */
export interface ModelFlags {
  readonly replay?: string | undefined
  readonly "model-url"?: string | undefined
  readonly model?: string | undefined
  readonly "key-env"?: string | undefined
  readonly "model-format"?: "json_schema" | "json_object" | "text" | undefined
  /** Milliseconds. */
  readonly "model-timeout"?: number | undefined
}

/** Whether anything says that there is a model: then what is missing for it is the mistake. */
export function isModelNamed({ "model-url": url, model, "key-env": key }: ModelFlags): boolean {
  const { STEWARD_MODEL_URL, STEWARD_MODEL } = process.env
  return [url, model, key, STEWARD_MODEL_URL, STEWARD_MODEL].some((given) => /\S/.test(given ?? ""))
}

/** @throws HarnessFailure MODEL_URL_INVALID and its like */
export async function askEndpoint(flags: ModelFlags): Promise<ChosenProvider> {
  const { defaultCallMs, endpointFromEnvironment, endpointProblem, openAiCompatibleProvider } =
    await import("@byhand/headless/providers")
  const known = endpointFromEnvironment("STEWARD")
  const options = {
    baseUrl: flags["model-url"] ?? known.baseUrl,
    model: flags.model ?? known.model,
    keyVariable: flags["key-env"] ?? known.keyVariable,
    responseFormat: flags["model-format"],
    timeoutMs: flags["model-timeout"] ?? defaultCallMs
  }
  const problem = endpointProblem(options)
  if (problem !== null) throw usageError(problem.error.code, `${problem.message} Nothing was run.`)
  const layer = openAiCompatibleProvider(options)
  return { layer, options: toAskAgain(flags), callMs: options.timeoutMs }
}

/** What comes from the environment is there the next time as well. An address with a query may have a secret in it. */
function toAskAgain(flags: ModelFlags): readonly string[] {
  const given = {
    "model-url": flags["model-url"]?.includes("?") === true ? undefined : flags["model-url"],
    model: flags.model,
    "key-env": flags["key-env"],
    "model-format": flags["model-format"],
    "model-timeout": flags["model-timeout"] === undefined ? undefined : String(flags["model-timeout"] / 1000)
  }
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]))
}
