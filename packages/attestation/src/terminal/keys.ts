import { StringDecoder } from "node:string_decoder"
import { controlKey, escapeKey, type EditKey } from "./key-table.ts"

/** One thing a person did at the keyboard: text (typed or pasted), or a key that edits, ends or stops. */
export type Key =
  | { readonly type: "text"; readonly text: string; readonly pasted: boolean }
  | { readonly type: EditKey }

const ESC = 0x1b
const BEL = 0x07
const pasteEnd = Buffer.from("\u001b[201~")
// Enough of a sequence's parameters to recognise every key; a report may be longer and is dropped all the same.
const keptParameters = 32

type State = "ground" | "escape" | "csi" | "ss3" | "string" | "mouse" | "console"

/**
 * Turns the bytes a terminal sends into keys, whatever the chunks they arrive in.
 *
 * Reports the terminal sends by itself (CSI, SS3, OSC, DCS, APC, PM, SOS, mouse) are no keys and vanish, split or not.
 * Inside a bracketed paste every byte is text but the line break.
 */
export class KeyDecoder {
  #state: State = "ground"
  #sequence = ""
  #mouseBytes = 0
  #pasting = false
  #pasteEndSeen = 0
  #utf8 = new StringDecoder("utf8")
  #keys: Key[] = []

  /** Whether a bracketed paste has begun and not ended. */
  get pasting(): boolean {
    return this.#pasting
  }

  /** Whether a sequence or a paste has begun and not ended. */
  get unfinished(): boolean {
    return this.#pasting || this.#state !== "ground"
  }

  /** Decodes the next chunk. */
  push(chunk: Uint8Array): readonly Key[] {
    this.#keys = []
    for (let at = 0; at < chunk.length;) at = this.#pasting ? this.#paste(chunk, at) : this.#step(chunk, at)
    return this.#keys
  }

  /** Forgets what has begun and not ended: the rest has not come, so a lone ESC was the Escape key. */
  giveUp(): readonly Key[] {
    this.#keys = []
    this.#flush()
    this.#state = "ground"
    if (this.#pasting) this.#endPaste()
    return this.#keys
  }

  #step(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0
    if (this.#state === "ground") {
      if (!isControl(byte)) return this.#text(chunk, at)
      this.#control(byte)
    } else if (this.#state === "mouse" && byte >= 0x20) {
      this.#mouseBytes -= 1
      if (this.#mouseBytes === 0) this.#state = "ground"
    } else if (byte === ESC && this.#state !== "string") this.#begin("escape")
    else if (isControl(byte)) this.#controlInSequence(byte)
    else if (byte >= 0x80 && this.#state !== "string") {
      this.#state = "ground"
      return at
    } else this.#inSequence(byte)
    return at + 1
  }

  #text(chunk: Uint8Array, from: number): number {
    let to = from
    while (to < chunk.length && !isControl(chunk[to] ?? 0)) to += 1
    this.#emitText(this.#utf8.write(Buffer.from(chunk.subarray(from, to))))
    return to
  }

  #control(byte: number): void {
    this.#flush()
    if (byte === ESC) this.#begin("escape")
    else this.#emit(controlKey(byte))
  }

  // Only BEL or ESC \ ends a string, and a control byte means that the end has been lost: Ctrl-C always gets through.
  #controlInSequence(byte: number): void {
    const state = this.#state
    if (state === "string" && byte === ESC) return this.#begin("escape")
    this.#state = "ground"
    if (state === "string" && byte === BEL) return
    this.#emit(state === "escape" && byte === 0x7f ? "kill-word" : controlKey(byte))
  }

  #inSequence(byte: number): void {
    const char = String.fromCharCode(byte)
    if (this.#state === "escape") return this.#introduce(char)
    if (this.#state === "string") return
    if (this.#state === "console") return this.#begin("ground")
    if (this.#state === "csi" && char === "[" && this.#sequence === "") return this.#begin("console")
    if (byte < 0x40) {
      if (this.#sequence.length < keptParameters) this.#sequence += char
      return
    }
    const form = this.#state === "csi" ? "[" : "O"
    const parameters = this.#sequence
    this.#begin("ground")
    if (form === "[" && char === "M" && parameters === "") return this.#mouse()
    if (form === "[" && char === "~" && parameters === "200") this.#pasting = true
    else this.#emit(escapeKey(form, parameters, char))
  }

  #introduce(char: string): void {
    if (char === "[") this.#begin("csi")
    else if (char === "O") this.#begin("ss3")
    else this.#begin("]P_^X".includes(char) ? "string" : "ground")
  }

  #mouse(): void {
    this.#state = "mouse"
    this.#mouseBytes = 3
  }

  #begin(state: State): void {
    this.#state = state
    this.#sequence = ""
  }

  #paste(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0
    if (byte === pasteEnd[this.#pasteEndSeen]) {
      this.#pasteEndSeen += 1
      if (this.#pasteEndSeen === pasteEnd.length) {
        this.#pasteEndSeen = 0
        this.#endPaste()
      }
      return at + 1
    }
    if (this.#pasteEndSeen > 0) {
      // What looked like the end was text; it holds one ESC, at its start, so the search goes on at this byte.
      const text = pasteEnd.subarray(0, this.#pasteEndSeen)
      this.#pasteEndSeen = 0
      this.#emitText(this.#utf8.write(text))
      return at
    }
    if (byte === 0x0d || byte === 0x0a) {
      this.#flush()
      this.#emit("enter")
      return at + 1
    }
    let to = at + 1
    while (to < chunk.length && ![ESC, 0x0d, 0x0a].includes(chunk[to] ?? 0)) to += 1
    this.#emitText(this.#utf8.write(Buffer.from(chunk.subarray(at, to))))
    return to
  }

  #endPaste(): void {
    this.#flush()
    this.#pasteEndSeen = 0
    this.#pasting = false
    this.#emit("paste-end")
  }

  #flush(): void {
    this.#emitText(this.#utf8.end())
  }

  #emitText(text: string): void {
    if (text !== "") this.#keys.push({ type: "text", text, pasted: this.#pasting })
  }

  #emit(type: EditKey | undefined): void {
    if (type !== undefined) this.#keys.push({ type })
  }
}

function isControl(byte: number): boolean {
  return byte < 0x20 || byte === 0x7f
}
