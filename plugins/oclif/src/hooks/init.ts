import { failClosed } from "./fail-closed.ts"
import { type CommandTables, guardTables } from "./guard-loading.ts"
import { markHook } from "./mark.ts"

/** Before oclif looks for the command: whatever class it will load, a person-only one comes back guarded. */
export default markHook(
  "init",
  failClosed(({ config }: { readonly config: CommandTables }) => guardTables(config))
)
