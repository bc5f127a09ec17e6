import { Flags } from "@oclif/core"
import { seconds } from "./seconds.ts"

/** Whose replies a run gets. An option wins over the variable of the environment; a tape wins over both. */
export const modelFlags = {
  "model-url": Flags.string({
    helpValue: "URL",
    description: "The endpoint of the model, up to /chat/completions; or STEWARD_MODEL_URL"
  }),
  model: Flags.string({
    helpValue: "NAME",
    description: "The model, as its endpoint knows it; or STEWARD_MODEL"
  }),
  "key-env": Flags.string({
    helpValue: "VARIABLE",
    description: "The environment variable with the endpoint's key; STEWARD_MODEL_KEY where that is set"
  }),
  "model-format": Flags.option({
    options: ["json_schema", "json_object", "text"] as const,
    description: "How the endpoint is told the form of a reply; json_schema, unless it knows no schemas"
  })(),
  "model-timeout": seconds({
    helpValue: "SECONDS",
    description: "How long a call of the model may take; 600 unless given"
  }),
  replay: Flags.string({
    helpValue: "TAPE",
    description: "Take the model's replies from this file",
    exclusive: ["model-url", "model", "key-env"]
  })
}
