import { defaultLimits, javascript, python, Sandbox, Verifier } from "@byhand/headless"
import * as Layer from "effect/Layer"

/** How long a program may take, and the look into its text after it, in milliseconds. */
export const programMs = 2 * defaultLimits.timeMs

/** Runs the programs that come with a result: those for Node, and those for Python where there is one. */
export function programVerifier(): Layer.Layer<Verifier> {
  const languages = [javascript, python()].filter((language) => language !== undefined)
  return Layer.provide(Verifier.layerPrograms, Sandbox.layer({ languages }))
}
