import { closureOfEvent } from "./closure.ts"
import { type Stage, stages } from "./stage.ts"
import { transitions } from "./table.ts"

/**
 * The state diagram of a turn in Mermaid's notation, made from the transition table. Events that keep the stage are left
 * out.
 *
 * @returns the text of a `stateDiagram-v2`, ending with a line feed. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { stateDiagram } from "@byhand/headless"
 * console.log(stateDiagram().includes("PLAN_REVIEW --> EXECUTION_READY: ACCEPT_CURRENT")) // true
 * ```
 */
export function stateDiagram(): string {
  const arrows = new Map<string, Set<string>>()
  const notes: string[] = []
  const draw = (from: string, to: string, label: string): void => {
    const key = `${from} --> ${to}`
    arrows.set(key, (arrows.get(key) ?? new Set()).add(label))
  }
  draw("[*]", "NO_CONTROLLER", "TURN_OPENED")
  for (const { from, on, to } of transitions) {
    for (const place of from) {
      if (place === "NO_CONTROLLER" && on in closureOfEvent && to === "SAME")
        draw(place, "[*]", `${on} (${closureOfEvent[on as keyof typeof closureOfEvent]})`)
      else if (to === "BEFORE")
        notes.push(`  note right of ${place}: ${on} leads back to where the call was started`)
      else if (to !== "SAME") draw(place, to, on)
    }
  }
  for (const stage of closedStages) draw(stage, "[*]", "")
  const lines = [...arrows].map(([arrow, labels]) => {
    const label = [...labels].join(", ")
    return `  ${arrow}${label === "" ? "" : `: ${label}`}`
  })
  return `stateDiagram-v2\n${[...lines, ...notes].join("\n")}\n`
}

const closedStages = (Object.keys(stages) as Stage[]).filter((stage) =>
  (Object.values(closureOfEvent) as readonly string[]).includes(stage)
)
