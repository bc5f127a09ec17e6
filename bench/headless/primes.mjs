// A task whose result a program computes, and the replies to it: what a model would say is there at once.

/** The source of a solver that finds the primes below a number, and prints how many there are. */
export const solverOf = (below) => `const isComposite = new Uint8Array(${below})
const found = []
for (let n = 2; n < ${below}; n += 1) {
  if (isComposite[n]) continue
  found.push(n)
  for (let multiple = n * n; multiple < ${below}; multiple += n) isComposite[multiple] = 1
}
console.log(JSON.stringify({ count: found.length, last: found.at(-1) }))
`

/** A tape of one turn whose result comes with that solver. */
export function tapeOf(below) {
  const files = [{ path: "main.mjs", content: solverOf(below) }]
  const result = {
    kind: "RESULT",
    body: `The primes below ${below} were counted.`,
    interpretation: "All of them.",
    approach: "With a sieve.",
    result_ir: { programs: [{ role: "solver", language: "javascript", entry: "main.mjs", files }] }
  }
  const analysis = {
    kind: "ANALYSIS",
    task: "Count primes",
    deliverable: "A number",
    constraints: [],
    missing_information: []
  }
  return {
    turns: [
      {
        ACTIVATION: [{ reply: { route: "APPLY_PROTOCOL" } }],
        BOOTSTRAP_ANALYSIS: [{ reply: analysis }],
        EXECUTE: [{ reply: result }]
      }
    ]
  }
}
