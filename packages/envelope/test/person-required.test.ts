import { execFileSync } from "node:child_process"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { failure, handoffProblems, personRequired, type PersonRequest } from "../src/index.ts"
import { contractErrors } from "./contract.ts"
import { anyValue, hostileText } from "./hostile.ts"
import { expectNoWayRound } from "./no-way-round.ts"

const approve = { command: ["tool", "decisions", "approve"], positionals: ["D-42"], hadOptions: false }
const hidden = "the arguments of this call that cannot be shown here"

const hostileWords = [
  "--yes",
  "-y",
  "-",
  "--",
  "–yes",
  "—yes",
  "−yes",
  "--id=D-42",
  "A=b",
  "yes=1",
  "PATH+=x",
  "$X",
  "${X}",
  "$(touch x)",
  "%APPDATA%",
  "`touch x`",
  "a\nb",
  "a\rb",
  "a\u001B[31mb",
  "-\u001B[0m-yes",
  "-\u200B-yes",
  "D\u202E24-",
  "D\u00A042",
  "D\u034F42",
  "D\uFE0F42",
  "\u3164",
  "x -y",
  "x -",
  "x '--yes'",
  "(-y)",
  "\uD800",
  "D-42".repeat(2_500_000),
  "-".repeat(10_000_000)
]

describe("personRequired", () => {
  it("makes the contract's own document", () => {
    const error = personRequired({ ...approve, action: "Approving a decision" })
    expect(JSON.stringify(failure(error, { durationMs: 6 }))).toBe(
      '{"ok":false,"data":null,"error":{"code":"PERSON_REQUIRED",' +
        '"message":"Approving a decision needs a person at a terminal","retryable":false,' +
        '"suggestion":"Ask a person to run `tool decisions approve D-42` in their own terminal"},' +
        '"warnings":[],"meta":{"exit_code":4,"duration_ms":6,"contract":"command"}}'
    )
  })

  it("names the command when no action is given, and the reason when there is one", () => {
    expect(personRequired({ ...approve, absence: "STDIN_NOT_A_TERMINAL" }).toDetail()).toEqual({
      code: "PERSON_REQUIRED",
      message: "`tool decisions approve` needs a person at a terminal",
      retryable: false,
      suggestion: "Ask a person to run `tool decisions approve D-42` in their own terminal",
      context: { reason: "STDIN_NOT_A_TERMINAL" }
    })
  })

  it("says that the call had options without naming one", () => {
    expect(personRequired({ ...approve, hadOptions: true }).suggestion).toBe(
      "Ask a person to run `tool decisions approve D-42` in their own terminal with the same options as this call"
    )
  })

  it("leaves out an argument that cannot be shown, and what follows it, and says so", () => {
    const positionals = ["D-42", "--yes", "D-43"]
    const start = "Ask a person to run `tool decisions approve D-42` in their own terminal"
    expect(personRequired({ ...approve, positionals }).suggestion).toBe(`${start}, with ${hidden}`)
    expect(personRequired({ ...approve, positionals, hadOptions: true }).suggestion).toBe(
      `${start} with the same options as this call, and with ${hidden}`
    )
  })

  it.each(hostileWords.map((word) => [word.slice(0, 20), word]))(
    "does not show the argument %j",
    (_, word) => {
      const error = personRequired({ ...approve, positionals: [word] })
      expect(error.suggestion).toBe(
        `Ask a person to run \`tool decisions approve\` in their own terminal, with ${hidden}`
      )
      expectNoWayRound(error.toDetail())
    }
  )

  it.each(hostileWords.map((word) => [word.slice(0, 20), word]))(
    "does not show %j in the command or action",
    (_, word) => {
      const named = personRequired({ ...approve, command: ["tool", word], action: word }).toDetail()
      expect(named.message).toBe("This command needs a person at a terminal")
      expect(named.suggestion).toBe(`Ask a person to run this command in their own terminal, with ${hidden}`)
      expectNoWayRound(named)
    }
  )

  it.each(["not a code", "--yes", "A=B", "", 5])("does not show the absence %j", (absence) => {
    expect(personRequired({ ...approve, absence: absence as string }).toDetail()).not.toHaveProperty(
      "context"
    )
  })

  it("keeps a very long call within bounds", () => {
    const { suggestion } = personRequired({
      ...approve,
      positionals: Array.from({ length: 10_000 }, () => "D-42")
    })
    expect(suggestion!.length).toBeLessThan(2200)
    expect(suggestion).toContain(hidden)
  })

  it("never gives an agent a way round the person, and never throws, whatever the call was", () => {
    const words = fc.array(fc.oneof(hostileText, fc.constantFrom(...hostileWords.slice(0, -2))), {
      maxLength: 5
    })
    const request = fc.record({
      command: words,
      positionals: words,
      hadOptions: fc.boolean(),
      action: fc.option(hostileText, { nil: undefined }),
      absence: fc.option(hostileText, { nil: undefined })
    })
    fc.assert(
      fc.property(request, (call) => {
        const envelope = failure(personRequired(call), { durationMs: 1 })
        expectNoWayRound(envelope.error)
        expect(envelope.warnings).toEqual([])
        expect(contractErrors(envelope)).toEqual([])
      }),
      { numRuns: 2000 }
    )
  })

  it("never throws on what its type does not allow, and still asks for a person", () => {
    const wrong = [undefined, null, 5, "tool", [], {}, { command: 5 }, { ...approve, positionals: "D-42" }]
    const odd = fc.oneof(
      fc.constantFrom<unknown>(...wrong),
      fc.record({
        command: anyValue,
        positionals: anyValue,
        hadOptions: anyValue,
        action: anyValue,
        absence: anyValue
      })
    )
    fc.assert(
      fc.property(odd, (request) => {
        const error = personRequired(request as PersonRequest)
        expect(error).toMatchObject({ code: "PERSON_REQUIRED", exit: 4, retryable: false })
        expect(error.message).toMatch(/ needs a person at a terminal$/)
        expect(error.suggestion).toMatch(/^Ask a person to run .* in their own terminal/)
        expect(handoffProblems(error.toDetail())).toEqual([])
        expectNoWayRound(error.toDetail())
      })
    )
  })
})

describe("the command that personRequired suggests", () => {
  const awkward = [
    "",
    "it's",
    "''",
    '"',
    "\\",
    "\\'",
    "a b",
    "*",
    "~",
    "#x",
    "!",
    "&&",
    ";",
    "|",
    ">x",
    "é",
    "漢",
    "x\\"
  ]
  const word = fc.oneof(
    fc.constantFrom(...awkward, "D-42", "a/b.c:d@e"),
    fc.string({ maxLength: 12 }),
    fc
      .array(fc.constantFrom(..."'\"\\ !*?[]{}()<>|&;#~^abc".split("")), { maxLength: 8 })
      .map((list) => list.join("")),
    hostileText
  )
  const calls = fc.record({
    command: fc.constantFrom(["tool", "approve"], ["my tool", "it's"], ["/opt/tool"]),
    positionals: fc.array(word, { maxLength: 5 }),
    hadOptions: fc.boolean()
  })

  it.each(["dash", "bash"])(
    "is split by %s into exactly the words of the call, as far as it is shown",
    (shell) => {
      const requests = fc.sample(calls, 2000)
      const suggestions = requests.map((request) => personRequired(request).suggestion!)
      const commands = suggestions.map((text) => /^[^`]*`([^`]*)`/.exec(text)![1]!)
      const script = commands.map((command) => `set -- ${command}\nprintf '%s\\0' "$#" "$@"\n`).join("")
      const fields = execFileSync(shell, { input: script, encoding: "utf8" }).split("\0")

      let whole = 0
      for (const [index, { command, positionals }] of requests.entries()) {
        const count = Number(fields.shift())
        const split = fields.splice(0, count)
        const call = [...command, ...positionals]
        expect({ command: commands[index], split }).toEqual({
          command: commands[index],
          split: call.slice(0, count)
        })
        expect(suggestions[index]!.includes(hidden)).toBe(count < call.length)
        if (count === call.length && positionals.length > 0) whole += 1
      }
      expect(fields).toEqual([""])
      // Without this the property could hold because nothing is ever shown.
      expect(whole).toBeGreaterThan(requests.length / 10)
    }
  )
})
