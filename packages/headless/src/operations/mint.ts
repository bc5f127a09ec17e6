/**
 * The ids and the hash that new events need. They are made outside: what follows from a reply is the same each time it is
 * worked out with the same ones.
 */
export interface Mint {
  /** For a controller that is bound: "I-" and ten hexadecimal digits, never used before. */
  readonly instance_id: string
  /** For a change that is asked for. */
  readonly change_id: string
  /** For an input request: the one that comes next in the session. */
  readonly input_id: string
  /** The SHA-256 of UTF-8 text in hexadecimal: a pure function. */
  sha256(text: string): string
}
