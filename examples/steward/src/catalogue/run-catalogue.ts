import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type CaseResult, type CatalogueCase, readResults } from "@byhand/headless/catalogue"
import { readCatalogue } from "./read-catalogue.ts"
import { type CaseOptions, runCase } from "./run-case.ts"

/** Told of every case that has ended. */
export type CaseEnded = (result: CaseResult, done: number, of: number) => void

/**
 * Runs the cases of a catalogue that have no result yet, several at a time, and gives the results of all. One that its runner
 * ended is run again the next time; results are appended one by one, so that whatever ends this process loses no other.
 *
 * @throws CommandError CATALOGUE_INVALID when the results that are there cannot be read
 */
export async function runCatalogue(
  cases: readonly CatalogueCase[],
  jobs: number,
  options: CaseOptions,
  ended: CaseEnded
): Promise<ReadonlyMap<string, CaseResult>> {
  const file = join(options.out, "results.jsonl")
  mkdirSync(options.out, { recursive: true })
  repair(file)
  const results = new Map(readCatalogue(file, readResults))
  const queue = cases.filter(({ id }) => isOpen(results.get(id)))
  const all = queue.length
  let done = 0
  const lane = async () => {
    for (let one = queue.shift(); one !== undefined && !options.stop.aborted; one = queue.shift()) {
      // What an earlier try left is no part of this one.
      rmSync(join(options.out, "sessions", encodeURIComponent(one.id)), { recursive: true, force: true })
      const result = await runCase(one, options)
      appendFileSync(file, `${JSON.stringify(result)}\n`)
      results.set(one.id, result)
      done += 1
      ended(result, done, all)
    }
  }
  await Promise.all(Array.from({ length: jobs }, lane))
  return results
}

function isOpen(result: CaseResult | undefined): boolean {
  return result === undefined || result.killed !== undefined
}

/** Makes the file if it is not there, and cuts a last line that was half written when the process before was killed. */
function repair(file: string): void {
  appendFileSync(file, "")
  const text = readFileSync(file, "utf8")
  const whole = text.slice(0, text.lastIndexOf("\n") + 1)
  if (whole === text) return
  writeFileSync(`${file}.tmp`, whole)
  renameSync(`${file}.tmp`, file)
}
