import { readdirSync, readFileSync } from "node:fs"
import { Ajv2020 } from "ajv/dist/2020.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { ModelOperation } from "../../src/operations/operation-spec.ts"
import { operationSpec } from "../../src/operations/operation-specs.ts"
import { operations } from "../../src/protocol/operation.ts"
import { decodeReply } from "../../src/reply/decode-reply.ts"
import { sha256 } from "../protocol/play.ts"
import { replies, unreviewedAttempts } from "./replies.ts"

const names = Object.keys(replies) as ModelOperation[]
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })

describe("the operations", () => {
  it("are all that the protocol has, but for a budget's own and a program", () => {
    expect([...names, "BUDGET", "RUN_PROGRAM"].toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  it("have one wire retry each, and EXECUTE and REPAIR none", () => {
    for (const name of names)
      expect([name, operations[name].wire_attempts]).toEqual([
        name,
        name === "EXECUTE" || name === "REPAIR" ? 1 : 2
      ])
  })

  it("ask no one to reply in another form than the schema's", () => {
    for (const name of names) expect(operationSpec(name).instructions).toContain("exactly one JSON object")
  })

  it("each name every kind that a reply can have, so that a model can choose it", () => {
    for (const name of names) {
      const { instructions } = operationSpec(name)
      for (const reply of replies[name])
        expect(instructions, name).toContain(String(reply["kind"] ?? reply["route"]))
    }
  })

  it("say what the boundaries are wherever a task can be refused", () => {
    for (const name of names.filter((each) => JSON.stringify(replies[each]).includes("out of bounds")))
      for (const boundary of ["POLICY_SCOPE", "OFFLINE_SANDBOX", "POST_CUTOFF_KNOWLEDGE"])
        expect(operationSpec(name).instructions, name).toContain(boundary)
  })

  it("name every key that the schema has and a reader could not guess", () => {
    for (const name of names) {
      const keys = [
        ...JSON.stringify(operationSpec(name).reply.jsonSchema).matchAll(/"(\w+)":\{"type"/g)
      ].map(([, key]) => key)
      for (const key of new Set(keys))
        if (key !== "kind" && key !== "route" && key !== "properties" && key !== "items")
          expect(operationSpec(name).instructions, name).toContain(`"${key}"`)
    }
  })
})

// What each version tells a model, by its hash. When this fails, raise the version of what has changed, then write it here.
const versions: Readonly<Record<string, readonly [number, string]>> = {
  "ACTIVATION CONFIRMATION": [1, "27e97f96e253"],
  "ACTIVATION UNCONFIRMED": [1, "27e97f96e253"],
  "BOOTSTRAP_ANALYSIS CONFIRMATION": [1, "a4c3e4c9eff4"],
  "BOOTSTRAP_ANALYSIS UNCONFIRMED": [1, "a4c3e4c9eff4"],
  "ANSWER_QUESTION CONFIRMATION": [1, "5e6e5696447a"],
  "ANSWER_QUESTION UNCONFIRMED": [1, "5e6e5696447a"],
  "DRAFT_PROMPT CONFIRMATION": [1, "b3b8f0c17e03"],
  "DRAFT_PROMPT UNCONFIRMED": [1, "b3b8f0c17e03"],
  "REVISE_PROMPT CONFIRMATION": [1, "59d7685922af"],
  "REVISE_PROMPT UNCONFIRMED": [1, "59d7685922af"],
  "DRAFT_PLAN CONFIRMATION": [1, "007ae03e1106"],
  "DRAFT_PLAN UNCONFIRMED": [1, "007ae03e1106"],
  "REVISE_PLAN CONFIRMATION": [1, "47743b9055ac"],
  "REVISE_PLAN UNCONFIRMED": [1, "47743b9055ac"],
  "INTERPRET_GATE_LINE CONFIRMATION": [1, "a1abfad06df3"],
  "INTERPRET_GATE_LINE UNCONFIRMED": [1, "a1abfad06df3"],
  "INTERPRET_EXECUTION_INPUT CONFIRMATION": [1, "021fc596ad46"],
  "INTERPRET_EXECUTION_INPUT UNCONFIRMED": [1, "021fc596ad46"],
  "EXECUTE CONFIRMATION": [2, "6fc2fce679e1"],
  "EXECUTE CONFIRMATION verified": [2, "3876b234bae2"],
  "EXECUTE UNCONFIRMED": [2, "367d52a2f5c6"],
  "EXECUTE UNCONFIRMED verified": [2, "7ea84d148b07"],
  "REPAIR CONFIRMATION": [2, "c39b3a6e89d3"],
  "REPAIR CONFIRMATION verified": [2, "4ef52cc6cdbc"],
  "REPAIR UNCONFIRMED": [2, "e86daf87f60c"],
  "REPAIR UNCONFIRMED verified": [2, "e27ac46ade54"]
}

function kindsOf(name: (typeof names)[number]) {
  const kinds = [
    ["CONFIRMATION", false],
    ["UNCONFIRMED", false]
  ] as const
  const verified = [
    ["CONFIRMATION", true],
    ["UNCONFIRMED", true]
  ] as const
  return name === "EXECUTE" || name === "REPAIR" ? [...kinds, ...verified] : kinds
}

describe("the version of an operation", () => {
  const told = names.flatMap((name) =>
    kindsOf(name).map(([kind, isVerified]) => {
      const { version, instructions, reply } = operationSpec(name, kind, isVerified)
      const hash = sha256(JSON.stringify([instructions, reply.jsonSchema])).slice(0, 12)
      return [`${name} ${kind}${isVerified ? " verified" : ""}`, [version, hash]] as const
    })
  )

  it("is raised with every change of its instructions or its reply", () => {
    expect(Object.fromEntries(told)).toEqual(versions)
  })
})

describe("a good reply", () => {
  const all = [
    ...names.flatMap((name) =>
      replies[name].map((reply) => ({ name, kind: "CONFIRMATION", reply }) as const)
    ),
    ...unreviewedAttempts.map((reply) => ({ name: "EXECUTE", kind: "UNCONFIRMED", reply }) as const)
  ]

  it.each(all)(
    "$name $kind $reply fits the schema that goes to the provider, and decodes as it is",
    (given) => {
      const { reply } = operationSpec(given.name, given.kind)
      expect(ajv.validate(reply.jsonSchema, given.reply), ajv.errorsText()).toBe(true)
      const result = decodeReply<unknown>(reply, { reply: JSON.stringify(given.reply), cut_off: false })
      expect(result).toEqual({ _tag: "Decoded", value: given.reply })
    }
  )

  it("is refused by schema and decoder alike once a key is bent, and never by one of them alone", () => {
    const values = fc.constantFrom<unknown>(
      " ",
      "",
      0,
      true,
      [],
      {},
      "REFUSAL",
      ["x"],
      "\n\u00a0",
      0.5,
      -1,
      "x"
    )
    fc.assert(
      fc.property(fc.constantFrom(...all), fc.nat(), values, fc.boolean(), (given, pick, value, drop) => {
        const bent: Record<string, unknown> = { ...given.reply }
        const keys = [...Object.keys(bent), "extra"]
        const key = keys[pick % keys.length]!
        if (drop) delete bent[key]
        else bent[key] = value
        const { reply } = operationSpec(given.name, given.kind)
        const result = decodeReply<unknown>(reply, { reply: JSON.stringify(bent), cut_off: false })
        expect([bent, result._tag]).toEqual([
          bent,
          ajv.validate(reply.jsonSchema, bent) ? "Decoded" : "Undecoded"
        ])
      }),
      { numRuns: 2000 }
    )
  })
})

function decoded(reply: object): string {
  return decodeReply(operationSpec("EXECUTE").reply, { reply: JSON.stringify(reply), cut_off: false })._tag
}

describe("a tolerant input request", () => {
  const request = { kind: "REQUEST_INPUT", body: "Which?", expected_type: "a path" }

  it("may leave its description out, or give null, or nothing that can be seen", () => {
    for (const more of [{}, { description: null }, { description: "" }, { description: " \n" }])
      expect(decoded({ ...request, ...more })).toBe("Decoded")
  })

  it("is relaxed in nothing else", () => {
    for (const bent of [
      { ...request, body: " " },
      { ...request, body: null },
      { ...request, expected_type: "" },
      { ...request, expected_type: null },
      { ...request, description: 7 },
      { ...request, kind: undefined },
      { ...request, kind: "request_input" },
      { deliverable: "2 3 5 7" },
      { files: [], reconciliation: [], open_defects: [] }
    ])
      expect(decoded(bent), JSON.stringify(bent)).toBe("Undecoded")
  })

  it("takes an expected type of any length and wording as text", () => {
    expect(decoded({ ...request, expected_type: `{"kind":"RESULT"} ${"charset ".repeat(5000)}` })).toBe(
      "Decoded"
    )
  })
})

it("takes a result as it is: what was escaped twice stays so", () => {
  const body = String.raw`one\ntwo`
  const given = { reply: JSON.stringify({ kind: "RESULT", body }), cut_off: false }
  expect(decodeReply(operationSpec("EXECUTE").reply, given)).toMatchObject({ value: { body } })
})

it("branches on no text of a person or a model in the protocol and the operations, but for the words of the gates", () => {
  for (const folder of ["protocol", "operations"]) {
    for (const file of readdirSync(new URL(`../../src/${folder}/`, import.meta.url))) {
      if (file === "read-gate-line.ts") continue
      const source = readFileSync(new URL(`../../src/${folder}/${file}`, import.meta.url), "utf8")
      expect(source, file).not.toMatch(
        /(?:body|text|source|expected_type|response)\.(?:includes|startsWith|match|toLowerCase)/
      )
    }
  }
})
