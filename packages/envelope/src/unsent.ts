/**
 * How many bytes at the end of a document have not left the process, while the document is the last thing written to the
 * stream. None when the stream does not say.
 */
export function unsent(stream: object, document: Uint8Array): number {
  const { writableLength = 0, _handle: handle } = stream as {
    readonly writableLength?: number
    readonly _handle?: { readonly writeQueueSize?: number } | null
  }
  // With something else still in front of it, the queue's size does not say where in the document it stands.
  return writableLength === document.length ? (handle?.writeQueueSize ?? 0) : 0
}
