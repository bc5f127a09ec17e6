import { readReply } from "./read-reply.ts"
import { unreadable } from "./reply-error.ts"
import type { Decoded, ReplySchema } from "./reply-schema.ts"

/** Above this many characters only the first issue of a reply is looked for: a reply can have millions. */
const exhaustiveUpTo = 100_000

/**
 * Reads and decodes a model's reply.
 *
 * @param schema - what the operation's reply may be
 * @param given - the reply as it came, and whether it ends because the output limit was reached
 * @returns the decoded reply, or what is wrong with it. A reply that was cut off is not read, even where its beginning could
 * be. It never throws, and takes time in proportion to the length of the reply.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { decodeReply, operationSpec } from "@byhand/headless"
 * const { reply } = operationSpec("INTERPRET_EXECUTION_INPUT")
 * const decoded = decodeReply(reply, { reply: '{"kind":"CANCEL","confidence":null}', cut_off: false })
 * console.log(JSON.stringify(decoded)) // {"_tag":"Decoded","value":{"kind":"CANCEL"}}
 * ```
 */
export function decodeReply<A>(
  schema: ReplySchema<A>,
  given: { readonly reply: string; readonly cut_off: boolean }
): Decoded<A> {
  if (given.cut_off) return { _tag: "Undecoded", error: unreadable("cut_off") }
  const read = readReply(given.reply)
  if (read._tag === "Unreadable") return { _tag: "Undecoded", error: unreadable(read.reason) }
  return schema.decode(read.value, given.reply.length <= exhaustiveUpTo)
}
