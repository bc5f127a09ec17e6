import { readFileSync } from "node:fs"
import { Ajv } from "ajv"
import type { ResponseEnvelope } from "@byhand/envelope"
import { contractErrors } from "../../../../packages/envelope/test/contract.ts"

const schema = JSON.parse(
  readFileSync(new URL("../../../../packages/headless/schema/run-result.json", import.meta.url), "utf8")
) as object
const validate = new Ajv({ allErrors: true, strict: false }).compile(schema)

/**
 * The document that a run wrote to stdout, which must be all of it.
 *
 * @throws Error when there is more or less, when it is not what the published schemas say, or when it names another exit
 */
export function runDocument({
  stdout,
  stderr,
  exitCode
}: {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}): ResponseEnvelope {
  const wrong = (what: string) => new Error(`${what}\nstdout: ${JSON.stringify(stdout)}\nstderr: ${stderr}`)
  if (!/^[^\n]*\n$/.test(stdout)) throw wrong("Expected one line on stdout.")
  const envelope = JSON.parse(stdout) as ResponseEnvelope
  const errors = contractErrors(envelope)
  if (errors.length > 0) throw wrong(`It is no envelope: ${JSON.stringify(errors)}`)
  if (!validate(envelope.data)) throw wrong(`It is no result of a run: ${JSON.stringify(validate.errors)}`)
  const { exit_code: told } = envelope.data as unknown as { exit_code: number }
  const { exit_code, contract } = envelope.meta as unknown as { exit_code: number; contract: string }
  if (contract !== "run" || exit_code !== exitCode || told !== exitCode)
    throw wrong(`It says ${contract} ${exit_code} ${told}, and the process ended with ${exitCode}.`)
  return envelope
}
