import type { JsonObject } from "@byhand/envelope"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { withoutNulls } from "./drop-nulls.ts"
import { invalidFields, pointer, type ReplyError, type ReplyIssue, wrongKind } from "./reply-error.ts"

/** What decoding an object comes to. */
export type Decoded<A> =
  | { readonly _tag: "Decoded"; readonly value: A }
  | { readonly _tag: "Undecoded"; readonly error: ReplyError }

/** What an operation's reply may be: as JSON Schema for the provider, and as a decoder for the host. */
export interface ReplySchema<A> {
  readonly jsonSchema: JsonObject
  /**
   * Decodes an object that was read from a reply.
   *
   * @param exhaustive whether every issue is looked for, or the first is enough
   */
  decode(value: JsonObject, exhaustive: boolean): Decoded<A>
}

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Makes the schema of a reply from the branches that its kind chooses between. The branch is chosen first, by that key alone;
 * then nulls that mean "not given" are dropped; then every key that the branch does not have is an error.
 *
 * @param key - the key whose text chooses the branch: "kind", or an activation's "route"
 * @param branches - the schema of each kind
 * @returns the JSON Schema for the provider, and the decoder of the host, which gives an issue for what it cannot decode and never
 * throws
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { replySchema } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * const Yes = Schema.Struct({ kind: Schema.Literal("YES"), note: Schema.optionalKey(Schema.String) })
 * const answer = replySchema("kind", { YES: Yes })
 * console.log(JSON.stringify(answer.decode({ kind: "YES", note: null }, true))) // {"_tag":"Decoded","value":{"kind":"YES"}}
 * console.log(answer.decode({ kind: "YES", sure: true }, true)._tag) // Undecoded
 * ```
 */
export function replySchema<B extends Readonly<Record<string, Schema.Codec<unknown>>>>(
  key: string,
  branches: B
): ReplySchema<B[keyof B]["Type"]> {
  const document = Schema.toJsonSchemaDocument(Schema.Union([...new Set(Object.values(branches))]), {
    onExcessProperty: "error"
  })
  const decoders = new Map(
    Object.entries(branches).map(([kind, schema]) => [
      kind,
      { ast: schema.ast, decode: Schema.decodeUnknownResult(schema) }
    ])
  )
  return {
    jsonSchema: document.schema as JsonObject,
    decode(value, exhaustive) {
      const given = Object.hasOwn(value, key) ? value[key] : undefined
      const branch = typeof given === "string" ? decoders.get(given) : undefined
      if (branch === undefined)
        return { _tag: "Undecoded", error: wrongKind(key, given, [...decoders.keys()]) }
      const decoded = branch.decode(withoutNulls(value, branch.ast), {
        errors: exhaustive ? "all" : "first",
        onExcessProperty: "error"
      })
      if (decoded._tag === "Success") return { _tag: "Decoded", value: decoded.success }
      return { _tag: "Undecoded", error: invalidFields(String(given), issuesOf(decoded.failure.issue)) }
    }
  }
}

function issuesOf(issue: SchemaIssue.Issue): readonly ReplyIssue[] {
  return formatIssue(issue).issues.map(({ path, message }) => ({
    path: pointer((path ?? []).map((part) => (typeof part === "object" ? part.key : part))),
    message
  }))
}
