import { cells } from "./width.ts"

/**
 * Breaks a printable text into rows of at most `width` cells: after a space where there is one, else in the word.
 * Nothing is added or dropped: the rows joined are the text. A row may end in one space beyond the width.
 */
export function wrap(text: string, width: number): readonly string[] {
  const rows: string[] = []
  let row = ""
  let rowCells = 0
  let afterSpace = 0
  let cellsAfterSpace = 0
  for (const point of text) {
    const size = cells(point)
    // The one space that ends a full row stays on it, where it is not seen, instead of starting the next.
    const room = point === " " && !row.endsWith(" ") ? width + 1 : width
    while (rowCells + size > room && row !== "") {
      const cut = afterSpace > 0 ? afterSpace : row.length
      rows.push(row.slice(0, cut))
      row = row.slice(cut)
      rowCells = afterSpace > 0 ? rowCells - cellsAfterSpace : 0
      afterSpace = 0
    }
    row += point
    rowCells += size
    if (point === " ") {
      afterSpace = row.length
      cellsAfterSpace = rowCells
    }
  }
  return [...rows, row]
}
