import { describe, expect, it } from "vitest"
import { stackIn } from "../../support/stack-in.ts"
import { isOpen, type WayIn } from "../ways-in/way-in.ts"
import { type Layer, layers, type Major, Variant } from "./variant.ts"

/** The test of one cell: what it is called, and on the page. */
export function cellName({ way, cells }: WayIn, layer: Layer): string {
  return `${layer} ${isOpen(cells[layer]) ? "is open" : "stops it"} when ${way}`
}

/**
 * Each way in, and the layers that are tried with it beside one major version of oclif.
 *
 * What a layer makes of a way in is code of its own, the same beside both: so each cell is tried beside one of them, and each
 * way in and each layer beside both.
 */
export function triedBeside<T>(
  major: Major,
  ways: readonly T[]
): readonly (readonly [way: T, layer: Layer])[] {
  return ways.flatMap((way, at) => {
    // Two ways in that follow each other are often the same one in an init and in a prerun hook: each of these meets both, too.
    const turn = at + Math.floor(at / 2)
    return layers
      .filter((_, layerAt) => (turn + layerAt) % 2 === major % 2)
      .map((layer) => [way, layer] as const)
  })
}

/** Tests the cells of a table off a terminal, in one major version of oclif: by its deed on disk, and by how it ends. */
export function testOffTerminal(table: readonly WayIn[], major: Major): void {
  describe(`off a terminal, beside oclif ${major}`, () => {
    for (const [way, layer] of triedBeside(major, table)) {
      it.concurrent(cellName(way, layer), async ({ onTestFinished }) => {
        const variant = new Variant({
          major,
          layer,
          // A host's executable may be of either module system: four ways in meet the one, four the other.
          launcher: table.indexOf(way) % 8 < 4 ? "cjs" : "esm",
          ...(way.wiring === undefined ? {} : { wiring: way.wiring })
        })
        onTestFinished(() => variant.end())
        await way.change(variant)
        expectCell(await called(variant, way), way, layer)
      })
    }
  })
}

interface Run {
  readonly exitCode: number
  readonly done: readonly string[]
  readonly stdout: string
  readonly stderr: string
}

async function called(variant: Variant, { typed }: WayIn): Promise<Run> {
  if (typed === undefined) return variant.offTerminal()
  const { screen, ...ended } = await variant.atTerminal(typed)
  return { ...ended, stdout: screen, stderr: "" }
}

function expectCell(run: Run, { cells }: WayIn, layer: Layer): void {
  const cell = cells[layer]
  const seen = `${run.stdout}\n${run.stderr}`
  if (isOpen(cell)) {
    expect({ exit: run.exitCode, done: run.done }, seen).toEqual({ exit: 0, done: ["R-1"] })
    return
  }
  expect({ exit: run.exitCode, done: run.done }, seen).toEqual({ exit: cell.exit, done: [] })
  if (cell.code === undefined) return
  const envelope = JSON.parse(run.stdout) as { error: { code: string }; meta: { exit_code: number } }
  expect(envelope.error.code).toBe(cell.code)
  expect(envelope.meta.exit_code).toBe(cell.exit)
  expect(stackIn(run.stderr), run.stderr).toBeUndefined()
}
