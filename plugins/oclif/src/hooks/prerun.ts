import { failClosed } from "./fail-closed.ts"
import { markHook } from "./mark.ts"
import { mayDeclarePerson } from "./may-declare.ts"

/**
 * Right before oclif runs a class: a person-only one that was not loaded through the guarded tables is guarded where it
 * stands. A command of another plugin's own making comes this way.
 */
export default markHook(
  "prerun",
  failClosed(async ({ Command }: { readonly Command: object }) => {
    if (!mayDeclarePerson(Command)) return
    const { guardInPlace } = await import("../gate/guard-declared.ts")
    guardInPlace(Command)
  })
)
