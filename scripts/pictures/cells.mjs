import headless from "@xterm/headless"
import { size } from "./shell.mjs"

/**
 * What a terminal shows after it was sent this.
 *
 * @returns the rows down to the cursor, each as stretches of one style (`{ column, text, width, style }`), and where the cursor is
 * @throws Error for a style that the pictures cannot show, or when more was written than fits the terminal
 */
export async function shown(sent) {
  const terminal = new headless.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  await new Promise((resolve) => terminal.write(sent, resolve))
  const buffer = terminal.buffer.active
  if (buffer.baseY > 0)
    throw new Error(`The session is longer than the ${size.rows} rows of its picture. Raise the rows.`)
  const cursor = { row: buffer.cursorY, column: buffer.cursorX }
  const rows = Array.from({ length: cursor.row + 1 }, (_, row) => stretches(buffer.getLine(row)))
  terminal.dispose()
  return { rows, cursor }
}

function stretches(line) {
  const found = []
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column)
    if (cell.getWidth() === 0) continue
    const style = styleOf(cell)
    const last = found.at(-1)
    if (last === undefined || !isSame(last.style, style)) found.push({ column, text: "", width: 0, style })
    const stretch = found.at(-1)
    stretch.text += cell.getChars() || " "
    stretch.width += cell.getWidth()
  }
  return found.map(withoutBlanks).filter(({ text }) => text !== "")
}

/** Blanks at the end are not seen: nothing that is drawn has a background. */
function withoutBlanks({ text, width, ...rest }) {
  const trimmed = text.trimEnd()
  return { ...rest, text: trimmed, width: width - (text.length - trimmed.length) }
}

function styleOf(cell) {
  if (
    !cell.isBgDefault() ||
    cell.isInverse() ||
    cell.isFgRGB() ||
    (cell.isFgPalette() && cell.getFgColor() > 15)
  )
    throw new Error(
      `${cell.getChars()} has a colour that the pictures cannot show yet. Teach scripts/pictures.`
    )
  return {
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    underline: cell.isUnderline() !== 0,
    colour: cell.isFgPalette() ? cell.getFgColor() : null
  }
}

function isSame(one, other) {
  return Object.keys(one).every((key) => one[key] === other[key])
}
