import { failure, type ResponseEnvelope, success, toCommandError } from "@byhand/envelope"
import { describe, expect, it } from "vitest"
import { render, rowsOf } from "../src/output/render.ts"

const of = (data: unknown) => success(data, { durationMs: 1 })
const failed = failure(toCommandError(new Error("no")), { durationMs: 1 })
const people = [
  { id: 1, name: "Ada\tL.", tags: ["a", "b"] },
  { id: 2, note: "two\nlines \\ and more", name: null }
]

describe("the formats for a program", () => {
  it("json is the envelope on one line", () => {
    expect(JSON.parse(render(of(people), { format: "json" }))).toEqual(of(people))
  })

  it("jsonl is one object to a row, and one last line that says how it went", () => {
    const lines = render(of({ people }), { format: "jsonl" }).split("\n")
    expect(lines.slice(0, -2).map(parsed)).toEqual(people)
    expect(parsed(lines.at(-2))).toEqual({
      _summary: true,
      _count: 2,
      exit_code: 0,
      duration_ms: 1,
      contract: "command"
    })
    expect(lines.at(-1)).toBe("")
    expect(render(failed, { format: "jsonl" })).toBe(`${JSON.stringify(failed)}\n`)
  })

  it("jsonl counts the lines of a stream that stand in front of the last one", () => {
    expect(parsed(render(of(null), { format: "jsonl", emitted: 3 }))).toMatchObject({
      _summary: true,
      _count: 3
    })
  })

  it("jsonl keeps the warnings in its last line", () => {
    const warned = success(null, { durationMs: 1, warnings: [{ code: "CAREFUL", message: "m" }] })
    expect(parsed(render(warned, { format: "jsonl" }))).toMatchObject({
      _count: 0,
      warnings: [{ code: "CAREFUL" }]
    })
  })

  it("tsv is a header and a row to a line, in which no cell begins another", () => {
    expect(render(of(people), { format: "tsv" })).toBe(
      'id\tname\ttags\tnote\n1\tAda\\tL.\t["a","b"]\t\n2\t\t\ttwo\\nlines \\\\ and more\n'
    )
    expect([
      render(of(null), { format: "tsv" }),
      render(failed, { format: "tsv" }),
      render(of([]), { format: "tsv" })
    ]).toEqual(["", "", ""])
  })

  it.each([
    ["a list", [1, { a: 2 }, [3]], [{ value: 1 }, { a: 2 }, { value: [3] }]],
    ["an object with one list", { found: [{ a: 1 }] }, [{ a: 1 }]],
    ["an object with more", { found: [1], total: 1 }, [{ found: [1], total: 1 }]],
    ["a number", 7, [{ value: 7 }]],
    ["nothing", undefined, []]
  ])("take the rows out of %s", (_, data, rows) => {
    expect(rowsOf((of(data) as ResponseEnvelope).data)).toEqual(rows)
  })
})

function parsed(line: string | undefined): unknown {
  return JSON.parse(line ?? "")
}
