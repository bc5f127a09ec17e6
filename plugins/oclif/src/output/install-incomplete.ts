import { writeSync } from "node:fs"

/** sysexits' EX_SOFTWARE: this tool cannot be trusted to keep its own rules. */
const internalError = 70
const code = "INSTALL_INCOMPLETE"
const advice = "Install @byhand/oclif again"

/** What is read of what this process wrote, and is to write. */
interface Outlet {
  readonly json: boolean
  readonly sink: { readonly written: boolean }
  hostWrote: boolean
}

/**
 * Says in a sentence that a file of this package is missing or damaged, to what can do without it, or stops the call.
 *
 * @throws Error with `oclif.exit` 70
 */
export function orThrow(file: string): never {
  throw Object.assign(new Error(sentence(file)), {
    code,
    oclif: { exit: internalError },
    suggestions: [advice]
  })
}

/**
 * The same for what is needed to say how a call ended: without it nothing can be trusted to be said, so the process ends here,
 * with 70 and one sentence, in a document where stdout carries one.
 */
export function orEnd(file: string): never {
  const outlet = (globalThis as { [key: symbol]: Outlet | undefined })[Symbol.for("@byhand/oclif/outlet")]
  if (outlet?.json === true && !outlet.hostWrote && !outlet.sink.written) {
    outlet.hostWrote = true
    const error = { code, message: sentence(file), retryable: false, suggestion: advice }
    const meta = { exit_code: internalError, duration_ms: 0, contract: "command" }
    writeSync(1, `${JSON.stringify({ ok: false, data: null, error, warnings: [], meta })}\n`)
  } else writeSync(2, `Error: ${sentence(file)} ${advice}.\n`)
  // oxlint-disable-next-line unicorn/no-process-exit -- nothing that follows could say how the call ended
  process.exit(internalError)
}

function sentence(file: string): string {
  return `The file ${file} of @byhand/oclif is missing or damaged, so the call was not finished.`
}
