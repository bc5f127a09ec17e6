import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The root of the repository. */
export const root = join(import.meta.dirname, "../../..")

const readmes = ["packages", "plugins", "examples"].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => `${kind}/${name}/README.md`)
)

/** Every page that a reader meets, by its path from the root. Decisions are records, and are left as they were written. */
export const pages: readonly string[] = [
  ...pagesIn("."),
  ...pagesIn("docs"),
  "docs/decisions/README.md",
  ...readmes.filter((page) => existsSync(join(root, page)))
]

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name))
}

/** The text of a page. */
export function textOf(page: string): string {
  return readFileSync(join(root, page), "utf8")
}

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** Where its fence is. */
  readonly line: number
  readonly language: string
  readonly code: string
  /** The file that it is to be, which its first line names in a comment, or a `file` mark above it. */
  readonly file: string | undefined
  /** What the HTML comments above it say: the reason why it is not run, or what it takes for granted. */
  readonly marks: ReadonlyMap<string, string>
}

const fenced = /((?:^<!-- [^]*? -->\n+)*)^```(\w*)[^\n]*\n([^]*?)^```$/gm
const named = /^(?:#!.*\n)?(?:\/\/|#) ((?:[\w.-]+\/)*[\w.-]+\.\w+)\n/

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): readonly Block[] {
  const text = textOf(page)
  return [...text.matchAll(fenced)].map(
    ({ index, 0: whole, 1: above = "", 2: language = "", 3: code = "" }) => {
      const marks = new Map(
        [...above.matchAll(/<!-- ([\w ]+): ([^]*?) -->/g)].map(([, name = "", value = ""]) => [name, value])
      )
      const line = text.slice(0, index + whole.indexOf("```")).split("\n").length
      const file = marks.get("file") ?? (language === "sh" ? undefined : named.exec(code)?.[1])
      return { page, line, language, code, file, marks }
    }
  )
}

/** How a test names a block. */
export function nameOf({ page, line, language }: Block): string {
  return `${page}:${line} (${language})`
}
