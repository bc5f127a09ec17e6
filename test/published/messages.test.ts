import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { readMessages, type Said } from "./support/read-messages.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

/** What nobody is told as a message: instructions for a model, sources of programs, and descriptions inside a schema or a page. */
const notSaid = [
  "packages/headless/src/operations/",
  "packages/headless/src/sandbox/",
  "packages/headless/src/controller/run-result",
  "packages/headless/src/protocol/stage",
  "packages/headless/src/protocol/diagram",
  "packages/manifest/src/schema/"
]
const packages = [...readdirSync(join(root, "packages")).map((name) => `packages/${name}`), "plugins/oclif"]
const files = packages
  .flatMap((folder) => {
    const sources = readdirSync(join(root, folder, "src"), { recursive: true, encoding: "utf8" })
    return sources.map((file) => `${folder}/src/${file.replaceAll("\\", "/")}`)
  })
  .filter((file) => file.endsWith(".ts"))
  .filter((file) => !notSaid.some((start) => file.startsWith(start)))
  .toSorted()
const places = files.flatMap((file) => readMessages(join(root, file)).map((said) => ({ file, ...said })))

/** The contract's own words, which have no full stop. */
const ofTheContract = ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
/** Ends that nothing can be done about, or of which no more is known. */
const withoutFix = ["ATTESTATION_MISMATCH", "CANCELLED", "COMMAND_FAILED", "GENERAL_ERROR"]

/** The descriptions of its table are those of the published contract. */
const table = "packages/exit-codes/src/exit-meaning.ts"

/** Words that have a better one: the one that the others use. */
const otherWords =
  /standard (?:input|output|error)|\b(?:please|sorry|oops|illegal|invalid|unable|failed to|can't|don't|doesn't|isn't|e\.g\.|i\.e\.)\b|!(?:\s|$)/i

/** What another place says. */
const handedOn = /^\{[^{}]*\}$/

const inField = (...names: readonly string[]) =>
  places.flatMap(({ file, by, code = "", texts }) =>
    texts.flatMap(([field, text]) =>
      names.includes(field) && !handedOn.test(text) ? [{ at: `${file} ${by}`, code, text }] : []
    )
  )

describe("what byhand says", () => {
  it("is what the file of all messages lists", async () => {
    await expect(page(places)).toMatchFileSnapshot("messages.txt")
  })

  it("is listed with every error and warning code that stands in the sources", () => {
    const listed = page(places)
    const codes = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/^\s+code: "([A-Z][A-Z0-9_]+)",?$/gm)].map(
        ([, code]) => `: ${code}`
      )
    )
    expect(codes.length).toBeGreaterThan(30)
    expect(codes.filter((code) => !listed.includes(code))).toEqual([])
  })

  it("is said in whole sentences, three at most, and what to do without a full stop", () => {
    const messages = inField("message").filter(({ code }) => !ofTheContract.includes(code))
    expect(
      messages.filter(
        ({ text }) => !/^[\p{Lu}{["-]/u.test(text) || !/(?:[.?\]]|[.:\n] ?(?:\{[^{}]*\})+)$/u.test(text)
      )
    ).toEqual([])
    expect(messages.filter(({ text }) => (text.match(/[.?](?= \p{Lu}|$)/gu)?.length ?? 0) > 3)).toEqual([])
    const advice = inField("suggestion", "fixRequired")
    expect(advice.filter(({ text }) => !/^[\p{Lu}{[]/u.test(text) || text.endsWith("."))).toEqual([])
  })

  it("is said in one place, if it is a sentence", () => {
    const where = new Map<string, Set<string>>()
    for (const { file, by, texts } of places)
      for (const [, text] of texts) {
        const said = text.replaceAll(/\{[^{}]*\}/g, "{}").trim()
        // A sentence that begins with its subject says something else of each.
        if (said.endsWith(".") && !said.startsWith("{}"))
          where.set(said, (where.get(said) ?? new Set()).add(`${file} ${by}`))
      }
    const twice = [...where].filter(([, at]) => at.size > 1)
    expect(twice.map(([text, at]) => [text, ...at])).toEqual([])
  })

  it("has one word for a thing", () => {
    const wrong = places.flatMap(({ file, texts }) =>
      texts.flatMap(([, text]) =>
        otherWords.test(text.replaceAll(/\{[^{}]*\}/g, "")) ? [`${file}: ${text}`] : []
      )
    )
    expect(wrong.filter((text) => !text.startsWith(table))).toEqual([])
  })

  it("names what to do whenever it ends a command", () => {
    const fixes = /\b(?:Expected|Give|Use|Write|Construct|Take|Call|Set|Add|Install)\b/
    const silent = places.filter(
      ({ isError, code = "", texts }) =>
        isError &&
        !withoutFix.includes(code) &&
        !texts.some(([field, text]) => (field === "message" ? fixes.test(text) : true))
    )
    expect(silent.map(({ file, by, texts }) => [file, by, texts])).toEqual([])
  })
})

function page(all: readonly (Said & { readonly file: string })[]): string {
  const lines = [
    "Every message of the packages and of the plugin, written by messages.test.ts from the sources.",
    ""
  ]
  let last: { readonly file?: string; readonly head?: string } = {}
  for (const { file, by, code, texts } of all) {
    const head = `  ${by}${code === undefined ? "" : `: ${code}`}`
    if (file !== last.file) lines.push(file)
    if (file !== last.file || head !== last.head || code !== undefined) lines.push(head)
    last = { file, head }
    for (const [field, text] of texts) {
      const shown = text.replaceAll("\n", "\\n")
      lines.push(`    ${field === "text" ? "" : `${field}: `}${shown}`)
    }
  }
  return `${lines.join("\n")}\n`
}
