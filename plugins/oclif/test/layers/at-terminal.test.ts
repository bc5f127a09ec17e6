import { describe, expect, it } from "vitest"
import { gateAsks } from "../support/answer-all.ts"
import { triedBeside } from "./support/hold.ts"
import { type Layer, type Major, Variant } from "./support/variant.ts"
import { callers } from "./ways-in/callers.ts"
import { loadFailures } from "./ways-in/load-failures.ts"
import { otherPlugins } from "./ways-in/other-plugins.ts"
import { shapes } from "./ways-in/shapes.ts"
import { isOpen, type WayIn } from "./ways-in/way-in.ts"

const ways = [...loadFailures, ...otherPlugins, ...shapes, ...callers]

/** The ways in that a person takes, too: each must lead to one question, and its answer to the deed. */
const taken = [
  "nothing is wrong, and the host lists the plugin",
  "nothing is wrong, and a user installed the plugin, with another oclif",
  "nothing is wrong, and a user linked the plugin",
  "other plugins' init hooks throw an Error, a string and a number, need a package that is missing, and do not parse",
  "another plugin replaces config.runCommand, and loads the command from oclif's table without any hook",
  "two copies of the plugin are there: the host names the hooks of its own, and a user installed another",
  "the command is called by an alias",
  "the host is a single command",
  "the host's words may stand in any order",
  "the command's plugin is installed when it is first called",
  "oclif.manifest.json is older than the contract",
  "the host is bundled into one file, which names the hooks",
  "another command calls config.runCommand",
  "another command calls the class's static run",
  "the call says --json, which is the host's own"
].map(wayNamed)

/**
 * Each way in at a terminal with the launcher and the plugin, the most that could ask, and with one of the other layers in turn:
 * that the gate stands in every cell is tried off a terminal.
 */
function triedAtTerminal(major: Major, some: readonly WayIn[]) {
  const leftOut = (way: WayIn): Layer => (some.indexOf(way) % 2 === 0 ? "A" : "B")
  return triedBeside(major, some).filter(([way, layer]) => layer !== leftOut(way))
}

const sure = /^Sure\? $/m
const asking = [
  "another plugin's init hook asks a question of its own, and gets no answer",
  "another plugin's prerun hook asks a question of its own, and gets no answer"
].map(wayNamed)

describe.each([4, 5] as const)("at a terminal, beside oclif %i", (major) => {
  for (const [way, layer] of triedAtTerminal(major, taken)) {
    if (isOpen(way.cells[layer])) continue
    it.concurrent(`${layer} asks once, and the right answer runs it, when ${way.way}`, async () => {
      // A second answer is ready, and must not be asked for.
      const run = await atTerminal(way, layer, major, ["R-1", "R-1"])
      expect(run, run.screen).toMatchObject({ exitCode: 0, asked: 1, done: ["R-1"] })
    })
  }

  for (const [way, layer] of triedAtTerminal(major, asking)) {
    it.concurrent(`${layer} asks once, after the other plugin: ${way.way.replace(", and gets no answer", "")}`, async () => {
      const run = await atTerminal(way, layer, major, ["y", "R-1", "R-1"], [sure, gateAsks, gateAsks])
      expect(run, run.screen).toMatchObject({ exitCode: 0, asked: 2, done: ["R-1"] })
    })
  }

  for (const [way, layer] of triedBeside(major, loadFailures.slice(0, 1))) {
    it.concurrent(`${layer} runs nothing after a wrong answer`, async () => {
      const run = await atTerminal(way, layer, major, ["R-2"])
      expect(run, run.screen).toMatchObject({ exitCode: 4, asked: 1, done: [] })
    })
  }
})

async function atTerminal(
  { change, wiring }: WayIn,
  layer: Layer,
  major: Major,
  answers: readonly string[],
  marks?: readonly RegExp[]
) {
  const variant = new Variant({ major, layer, ...(wiring === undefined ? {} : { wiring }) })
  try {
    await change(variant)
    return await variant.atTerminal(answers, marks)
  } finally {
    variant.end()
  }
}

function wayNamed(name: string): WayIn {
  const found = ways.find(({ way }) => way === name)
  if (found === undefined) throw new Error(`There is no way in called ${JSON.stringify(name)}.`)
  return found
}
