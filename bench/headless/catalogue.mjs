import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { availableParallelism } from "node:os"
import { join } from "node:path"
import { milliseconds } from "../support/verdict.mjs"
import { tapeOf } from "./primes.mjs"

const steward = new URL("../../examples/steward/bin/run.js", import.meta.url).pathname

/** How many cases of a catalogue are run and scored in a minute, each with a result that a program establishes. */
export function catalogueRuns(root, { cases, rounds }) {
  const tapes = join(root, "tapes")
  mkdirSync(tapes)
  const lines = Array.from({ length: cases }, (_none, at) => {
    const id = `case-${at}`
    writeFileSync(join(tapes, `${id}.json`), JSON.stringify(tapeOf(1000 + at)))
    writeFileSync(join(root, `${id}.md`), `Count the primes below ${1000 + at}`)
    return JSON.stringify({
      id,
      category: "primes",
      file: `${id}.md`,
      expected_stage: "CLOSED_SUCCESS",
      ground_truth_status: "not_required",
      solution_file: null,
      pdl_rules_stressed: [],
      regression_ref: null,
      tags: []
    })
  })
  const manifest = join(root, "cases.jsonl")
  writeFileSync(manifest, lines.join("\n"))
  console.log(
    `\nA catalogue of ${cases} cases, each verified by a program, on ${availableParallelism()} processors`
  )
  for (const jobs of [1, availableParallelism()]) {
    const took = []
    for (let round = 0; round < rounds; round += 1) {
      const out = join(root, `out-${jobs}-${round}`)
      const flags = [
        "--out",
        out,
        "--replay",
        tapes,
        "--review",
        "none",
        "--jobs",
        String(jobs),
        "--format",
        "json"
      ]
      const start = performance.now()
      const { stdout } = spawnSync(process.execPath, [
        steward,
        "catalogue",
        manifest,
        ...flags,
        "--",
        "--verify"
      ])
      took.push((performance.now() - start) / cases)
      const { counts } = scoreIn(JSON.parse(stdout))
      // Every one ended as it was to; nothing is there to be graded against.
      if (counts.UNGRADED !== cases) throw new Error(`The cases were scored ${JSON.stringify(counts)}.`)
    }
    const perMinute = took.map((ms) => Math.round(60_000 / ms)).toSorted((one, other) => one - other)
    console.log(`  ${jobs} at a time: ${perMinute.join(", ")} cases a minute; ${milliseconds(took)} a case`)
  }
}

function scoreIn({ data, error }) {
  return data ?? error.context
}
