import { type Control, tokens } from "./control-sequences.ts"

const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{20000}-\u{3fffd}]/u
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}]/u

/** The width and height of a terminal, in characters. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

interface Row {
  readonly cells: (string | undefined)[]
  /** The line goes on in the next row because it reached the right edge. */
  continued: boolean
}

/**
 * What a person reads: text with cursor movement and erasure applied, colours left out, nothing scrolled away.
 * A line that was broken only by the right edge is one line of the text.
 */
export class Screen {
  readonly #size: () => Size
  readonly #rows: Row[] = [{ cells: [], continued: false }]
  #row = 0
  #column = 0
  #saved = { row: 0, column: 0 }
  #unfinished = ""

  constructor(size: () => Size) {
    this.#size = size
  }

  /** Draws output as it arrives; a control sequence may be split over two calls. */
  write(output: string): this {
    const { tokens: read, rest } = tokens(this.#unfinished + output)
    this.#unfinished = rest
    for (const token of read) {
      if (typeof token === "string") this.#print(token)
      else this.#obey(token)
    }
    return this
  }

  /** The text so far, blanks that were never written left out at the end of a line. */
  get text(): string {
    return this.#rows
      .map(
        ({ cells, continued }) => Array.from(cells, (cell) => cell ?? " ").join("") + (continued ? "" : "\n")
      )
      .join("")
      .replace(/\n$/, "")
  }

  #print(character: string): void {
    const cells = this.#cells()
    if (zeroWidth.test(character)) {
      const before = this.#column - 1
      if (before >= 0) cells[before] = (cells[before] ?? " ") + character
      return
    }
    const width = wide.test(character) ? 2 : 1
    if (this.#column + width > this.#size().columns) {
      this.#at(this.#row).continued = true
      this.#row += 1
      this.#column = 0
    }
    const row = this.#cells()
    row[this.#column] = character
    if (width === 2) row[this.#column + 1] = ""
    this.#column += width
  }

  #obey({ name, values }: Control): void {
    const by = Math.max(1, values[0] ?? 1)
    const step: Record<string, () => void> = {
      "\n": () => this.#move(this.#row + 1, this.#column),
      "\r": () => this.#move(this.#row, 0),
      "\b": () => this.#move(this.#row, this.#column - 1),
      "\t": () => this.#move(this.#row, (Math.floor(this.#column / 8) + 1) * 8),
      A: () => this.#move(this.#row - by, this.#column),
      B: () => this.#move(this.#row + by, this.#column),
      C: () => this.#move(this.#row, this.#column + by),
      D: () => this.#move(this.#row, this.#column - by),
      E: () => this.#move(this.#row + by, 0),
      F: () => this.#move(this.#row - by, 0),
      G: () => this.#move(this.#row, by - 1),
      H: () => this.#move(this.#top() + by - 1, Math.max(1, values[1] ?? 1) - 1),
      J: () => this.#eraseScreen(values[0] ?? 0),
      K: () => this.#eraseLine(values[0] ?? 0),
      s: () => (this.#saved = { row: this.#row, column: this.#column }),
      u: () => this.#move(this.#saved.row, this.#saved.column)
    }
    step[name]?.()
  }

  #move(row: number, column: number): void {
    this.#row = Math.max(0, row)
    this.#column = Math.max(0, column)
    this.#at(this.#row)
  }

  #eraseLine(part: number): void {
    const cells = this.#cells()
    if (part === 0) {
      cells.length = Math.min(cells.length, this.#column)
      this.#at(this.#row).continued = false
    } else if (part === 1) cells.fill(undefined, 0, this.#column + 1)
    else cells.length = 0
  }

  #eraseScreen(part: number): void {
    if (part === 0) {
      this.#eraseLine(0)
      this.#rows.length = this.#row + 1
    } else if (part === 2 || part === 3) {
      for (const row of this.#rows) {
        row.cells.length = 0
        row.continued = false
      }
    }
  }

  /** The first row of the window: positions in a sequence count from there, not from what scrolled away. */
  #top(): number {
    return Math.max(0, this.#rows.length - this.#size().rows)
  }

  #cells(): (string | undefined)[] {
    return this.#at(this.#row).cells
  }

  #at(index: number): Row {
    while (this.#rows.length <= index) this.#rows.push({ cells: [], continued: false })
    return this.#rows[index]!
  }
}
