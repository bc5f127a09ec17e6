/** One difference between two manifests. */
export interface ManifestChange {
  /** What changed, in kebab case; what a program branches on. */
  readonly kind: string
  /** Dot path of the command; none for a change of the root. */
  readonly command?: string
  /** JSON Pointer into the manifest that still has what changed. */
  readonly path: string
  /** An agent that was right before may now call wrongly, misread an exit, or meet a person's step. */
  readonly breaking: boolean
  /** A sentence. */
  readonly message: string
}

/** What one place of two manifests is called, and where it is. */
export interface Place {
  readonly command?: string
  readonly pointer: string
  /** What sentences call it: "decisions.approve", or "every command" for the root. */
  readonly name: string
}

/** A change that may break an agent. */
export function breaks(place: Place, kind: string, message: string): ManifestChange {
  return changeOf(place, kind, message, true)
}

/** A change that breaks nobody. */
export function keeps(place: Place, kind: string, message: string): ManifestChange {
  return changeOf(place, kind, message, false)
}

function changeOf(
  { command, pointer }: Place,
  kind: string,
  message: string,
  breaking: boolean
): ManifestChange {
  return { kind, ...(command === undefined ? {} : { command }), path: pointer, breaking, message }
}
