import { runExits } from "@byhand/exit-codes"
import { stateDiagram } from "./diagram.ts"
import { intentKinds } from "./intents.ts"
import { type Stage, stages } from "./stage.ts"
import { transitions } from "./table.ts"

/** The page docs/headless-stages.md, made from the tables. */
export function stagesPage(): string {
  const stageRows = (Object.keys(stages) as Stage[]).map((stage) => [
    code(stage),
    stages[stage],
    decisionsAt(stage)
  ])
  const exitRows = runExits.map((row) => [String(row.code), code(row.name), row.meaning])
  return `# The stages of a headless run

The result of a run names its stage, and you want to know what that is, what can follow, and who decides. This page is made by
\`node scripts/state-diagram.mjs\` from the tables in \`packages/headless/src/protocol\`; do not edit it.

\`\`\`mermaid
${stateDiagram()}\`\`\`

${table(["Stage", "Meaning", "What a person can decide there"], stageRows)}

Activation, budget, bootstrap and the first draft come before a controller exists. They are no stages: a refusal there
ends the turn with the closure \`REFUSED\`, an answer past the protocol with \`DIRECT_ANSWER\`.

${table(["Exit", "Ending", "Meaning"], exitRows)}
`
}

function decisionsAt(stage: Stage): string {
  const legal = intentKinds.filter((kind) =>
    transitions.some(({ from, on }) => on === kind && from.includes(stage))
  )
  return legal.map(code).join(", ")
}

function code(text: string): string {
  return `\`${text}\``
}

/** A table as the formatter writes it: every column as wide as its widest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? "").length))
  )
  const line = (cells: readonly string[]): string => {
    return `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`
  }
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}
