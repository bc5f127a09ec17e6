import { size } from "./shell.mjs"

const cell = { width: 8.4, height: 20 }
const font = { size: 14, rise: 14.5 }
const edge = { side: 18, bar: 36, top: 14, bottom: 16 }

/** The first eight of a terminal's colours, then the bright ones. */
const themes = {
  light: {
    window: "#ffffff",
    bar: "#f6f8fa",
    border: "#d0d7de",
    text: "#1f2328",
    faint: "#59636e",
    colours: ["#24292f", "#b3161f", "#116329", "#7d4e00", "#0550ae", "#6f32c2", "#1b6f78", "#6e7781"].concat([
      "#57606a",
      "#a40e26",
      "#1a7f37",
      "#633c01",
      "#0969da",
      "#8250df",
      "#2a7f89",
      "#57606a"
    ])
  },
  dark: {
    window: "#0d1117",
    bar: "#161b22",
    border: "#3d444d",
    text: "#e6edf3",
    faint: "#9198a1",
    colours: ["#8b949e", "#ff7b72", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"].concat([
      "#a5afb9",
      "#ffa198",
      "#7ee787",
      "#f2cc60",
      "#a5d6ff",
      "#e2c5ff",
      "#7ce0e6",
      "#ffffff"
    ])
  }
}

/** The names of the themes. */
export const themeNames = Object.keys(themes)

/** A terminal's window with these rows in it, as SVG; what it says in words is its description. */
export function terminalSvg({ rows, cursor }, { theme: name, title, description }) {
  const theme = themes[name]
  const width = round(edge.side * 2 + size.columns * cell.width)
  const height = edge.bar + edge.top + rows.length * cell.height + edge.bottom
  const x = (column) => round(edge.side + column * cell.width)
  const y = (row) => edge.bar + edge.top + row * cell.height
  const texts = rows.flatMap((row, at) => {
    return row.map((stretch) => textOf(stretch, { x: x(stretch.column), y: y(at) + font.rise, theme }))
  })
  const dots = [0, 1, 2].map((dot) => `<circle cx="${20 + dot * 18}" cy="${edge.bar / 2}" r="5.5"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title id="title">${escaped(title)}</title>
<desc id="description">${escaped(description)}</desc>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9.5" fill="${theme.window}" stroke="${theme.border}"/>
<path d="M1 ${edge.bar}V10a9 9 0 0 1 9-9h${round(width - 20)}a9 9 0 0 1 9 9v${edge.bar - 10}z" fill="${theme.bar}"/>
<path d="M1 ${edge.bar}.5H${width - 1}" stroke="${theme.border}"/>
<g fill="${theme.border}">${dots.join("")}</g>
<text x="${round(width / 2)}" y="${edge.bar / 2 + 4.5}" text-anchor="middle" fill="${theme.faint}" font-family="-apple-system, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif" font-size="13">${escaped(title)}</text>
<g xml:space="preserve" fill="${theme.text}" font-family="ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace" font-size="${font.size}">
${texts.join("\n")}
</g>
<rect x="${x(cursor.column)}" y="${y(cursor.row) + 1}" width="${cell.width}" height="${cell.height - 3}" fill="${theme.faint}"/>
</svg>
`
}

/** The width is given, so that every font keeps to the columns. */
function textOf({ text, width, style }, { x, y, theme }) {
  const attributes = [
    style.colour === null ? "" : ` fill="${theme.colours[style.colour]}"`,
    style.bold ? ' font-weight="700"' : "",
    style.dim ? ' opacity="0.7"' : "",
    style.underline ? ' text-decoration="underline"' : ""
  ]
  const length = round(width * cell.width)
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${attributes.join("")}>${escaped(text)}</text>`
}

function escaped(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }
  return text.replaceAll(/[&<>"]/g, (character) => names[character])
}

function round(value) {
  return Math.round(value * 100) / 100
}
