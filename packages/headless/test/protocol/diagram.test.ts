import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { stateDiagram } from "../../src/protocol/diagram.ts"
import { stages } from "../../src/protocol/stage.ts"
import { stagesPage } from "../../src/protocol/stages-page.ts"
import { transitions } from "../../src/protocol/table.ts"

it("is in the docs as the table says it: when this fails, run `npm run build && node scripts/state-diagram.mjs`", () => {
  const page = readFileSync(new URL("../../../../docs/headless-stages.md", import.meta.url), "utf8")
  expect(page).toBe(stagesPage())
})

it("shows every stage, and every event that leads to another one", () => {
  const diagram = stateDiagram()
  for (const stage of Object.keys(stages)) expect(diagram).toContain(stage)
  for (const { on, to } of transitions) if (to !== "SAME") expect(diagram).toContain(on)
})

it("lets nothing lead out of a closed stage but the end", () => {
  const arrows = stateDiagram().matchAll(/^ {2}(CLOSED_\w+) --> (.+)$/gm)
  expect([...arrows].map((arrow) => arrow.slice(1))).toEqual([
    ["CLOSED_SUCCESS", "[*]"],
    ["CLOSED_CANCELLED", "[*]"],
    ["CLOSED_UNVERIFIED", "[*]"]
  ])
})
