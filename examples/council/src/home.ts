import type { Config } from "@oclif/core"
import { DecisionStore } from "./decisions/store.ts"

/** The decisions of this machine's council: in `COUNCIL_HOME`, or in the data folder oclif gives the CLI. */
export function decisionsOf(config: Config): DecisionStore {
  return new DecisionStore(process.env["COUNCIL_HOME"] || config.dataDir)
}
