import { runPiped } from "@byhand/conformance"

const script = `
import { PersonCommand } from "@byhand/oclif"
import { Command } from "@oclif/core"
if (Object.prototype.isPrototypeOf.call(Command, PersonCommand)) console.log(Command._base)
`

/** Which oclif the `PersonCommand` of a host extends, as oclif names itself: `@oclif/core@4.14.0`. */
export async function coreOf(root: string): Promise<string> {
  const { stdout, stderr } = await runPiped([process.execPath, "--input-type=module", "--eval", script], {
    cwd: root
  })
  return `${stdout}${stderr}`.trim()
}
