/** A key that is not text. */
export type EditKey =
  | "enter"
  | "interrupt"
  | "stop"
  | "quit"
  | "end-of-input"
  | "backspace"
  | "delete"
  | "kill-line"
  | "kill-end"
  | "kill-word"
  | "left"
  | "right"
  | "home"
  | "end"
  | "paste-end"

const controls: ReadonlyMap<number, EditKey> = new Map<number, EditKey>([
  [0x01, "home"],
  [0x02, "left"],
  [0x03, "interrupt"],
  [0x04, "end-of-input"],
  [0x05, "end"],
  [0x06, "right"],
  [0x08, "backspace"],
  [0x0a, "enter"],
  [0x0b, "kill-end"],
  [0x0d, "enter"],
  [0x15, "kill-line"],
  [0x17, "kill-word"],
  [0x1a, "stop"],
  [0x1c, "quit"],
  [0x7f, "backspace"]
])

const letters: ReadonlyMap<string, EditKey> = new Map<string, EditKey>([
  ["C", "right"],
  ["D", "left"],
  ["H", "home"],
  ["F", "end"]
])

const tildes: ReadonlyMap<string, EditKey> = new Map<string, EditKey>([
  ["1", "home"],
  ["3", "delete"],
  ["4", "end"],
  ["7", "home"],
  ["8", "end"]
])

/** The key a control byte stands for; undefined for those that do nothing here (Tab, Ctrl-G, …). */
export function controlKey(byte: number): EditKey | undefined {
  return controls.get(byte)
}

/**
 * The key an escape sequence stands for; undefined for reports and for keys that do nothing here (Up, Down, F1, …).
 *
 * @param form - `[` for CSI, `O` for SS3
 * @param parameters - what stands between the introducer and the final character
 * @param final - the final character
 */
export function escapeKey(form: "[" | "O", parameters: string, final: string): EditKey | undefined {
  if (form === "O" && final === "M") return "enter"
  // A private marker or an intermediate makes it a report, whatever its final character.
  if (!/^[\d;:]*$/.test(parameters)) return undefined
  const [first = "", second = "", third = ""] = parameters.split(";")
  if (form === "[" && final === "u") return modifiedKey(first, second)
  if (form === "[" && final === "~") return first === "27" ? modifiedKey(third, second) : tildes.get(first)
  return letters.get(final)
}

// Terminals left in an enhanced keyboard mode send Ctrl-C and the like as a sequence: they must get through.
function modifiedKey(code: string, modifiers: string): EditKey | undefined {
  const [mask = "1", event = "1"] = modifiers.split(":")
  const point = Number.parseInt(code, 10)
  if (event === "3" || Number.isNaN(point)) return undefined
  const bits = (Number.parseInt(mask, 10) || 1) - 1
  const [alt, ctrl] = [(bits & 2) !== 0, (bits & 4) !== 0]
  if (alt) return undefined
  if (ctrl && point >= 0x61 && point <= 0x7a) return controlKey(point - 0x60)
  if (ctrl && point === 0x5c) return "quit"
  return point === 0x0d || point === 0x7f ? controlKey(point) : undefined
}
