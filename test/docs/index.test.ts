import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import { blocksOf, pages, root, textOf } from "./support/pages.ts"

interface Workflow {
  readonly jobs: Record<string, Job>
}
interface Job {
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } }
  readonly steps: readonly { readonly run?: string; readonly with?: Record<string, string> }[]
}

const blocks = pages.flatMap(blocksOf)
const linksOf = (page: string) =>
  [...textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = ""]) => target)

describe("the pages", () => {
  it.each(pages)("lead where their links say: %s", (page) => {
    const dead = linksOf(page).filter((target) => {
      const [path = "", anchor] = target.split("#")
      const file = path === "" ? page : normalize(join(dirname(page), path))
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && !anchorsOf(textOf(file)).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  it("are all reached from the index, and the README leads to that", () => {
    const reached = linksOf("docs/README.md").map((target) =>
      normalize(join("docs", target.split("#")[0] ?? ""))
    )
    const inDocs = pages.filter((page) => /^docs\/[^/]*$/.test(page) && page !== "docs/README.md")
    const ofPackages = pages.filter((page) => /^(packages|plugins)\//.test(page))
    expect([...inDocs, ...ofPackages].filter((page) => !reached.includes(page))).toEqual([])
    expect(linksOf("README.md")).toContain("docs/README.md")
  })

  it("list every decision, in the order of the numbers and by its own title", () => {
    const folder = join(root, "docs/decisions")
    const files = readdirSync(folder)
      .filter((name) => /^\d/.test(name))
      .toSorted()
    const listed = files.map((name) => {
      const [, title = ""] = /^# (.*)/.exec(readFileSync(join(folder, name), "utf8")) ?? []
      return `- [${title}](${name})`
    })
    expect(textOf("docs/decisions/README.md").match(/^- .*$/gm)).toEqual(listed)
  })
})

describe("the front page", () => {
  it("says of every job of the tests which Node it has, and what it runs", () => {
    const { jobs } = parse(readFileSync(join(root, ".github/workflows/ci.yml"), "utf8")) as Workflow
    const rows = [...textOf("README.md").matchAll(/^\| (\w+) +\| ([\d., ]+?) +\| `(.+?)`/gm)]
    const wanted = Object.entries(jobs).map(([name, { steps, strategy }]) => {
      const { node } = strategy?.matrix ?? {
        node: steps.flatMap((step) => step.with?.["node-version"] ?? [])
      }
      return [name, node.join(", "), steps.at(-1)?.run]
    })
    expect(rows.map(([, ...cells]) => cells)).toEqual(wanted)
  })
})

describe("what is not run of the pages", () => {
  it("is this, for a reason that stands above it", () => {
    const marked = blocks.flatMap(({ page, marks }) =>
      [...marks].filter(([name]) => name !== "file").map(([name, reason]) => `${page}: ${name}: ${reason}`)
    )
    expect(marked.toSorted()).toMatchInlineSnapshot(`
      [
        "CONTRIBUTING.md: not run: the tests would start themselves",
        "README.md: given: declare function approve(id: string, record: unknown): Promise<void>",
        "README.md: not run: the tests would start themselves",
        "README.md: types only: the newcomer's page has the same, and runs it",
        "docs/envelope.md: given: declare function changes(since: string | undefined, signal: AbortSignal): AsyncGenerator<object>",
        "docs/headless-in-ci.md: not run: a test of steward runs it, once for each exit",
        "docs/headless-performance.md: not run: a measurement takes minutes, and a machine for itself",
        "docs/startup.md: not run: a measurement takes minutes, and a machine for itself",
        "docs/verified-results.md: not run: a measurement takes minutes, and a machine for itself",
        "examples/steward/README.md: not run: it needs a model that listens there; examples/steward/test/model.test.ts has one",
        "packages/conformance/README.md: not run: what a tool prints that is not person-only; packages/conformance/test has such tools",
        "packages/conformance/README.md: types only: the newcomer's page has the same, and runs it",
        "plugins/oclif/README.md: not run: plugins/oclif/test/bundled.test.ts bundles such a host",
        "plugins/oclif/README.md: types only: the newcomer's page has the same, and runs it",
      ]
    `)
  })

  it("is nothing else: every other block is of a kind that is run, checked or read", () => {
    const kinds = ["console", "js", "json", "sh", "ts", "yaml"]
    const others = blocks.filter(({ language, marks }) => !kinds.includes(language) && !marks.has("not run"))
    // A page that a script makes, and a test holds to it.
    expect(others.map(({ page, language }) => `${page} (${language})`)).toEqual([
      "docs/headless-stages.md (mermaid)"
    ])
  })
})

describe("the data of the pages", () => {
  it("is JSON and YAML where it is said to be", () => {
    for (const { language, code } of blocks) {
      if (language === "yaml") expect(parse(code)).toBeInstanceOf(Object)
      // A page may show some fields of an object without the object.
      if (language === "json") JSON.parse(/^\s*[[{]/.test(code) ? code : `{${code}}`)
    }
  })
})

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-")
  )
}
