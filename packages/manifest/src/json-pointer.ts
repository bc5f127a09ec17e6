/**
 * Adds one member or element to a JSON Pointer (RFC 6901).
 *
 * @param pointer the pointer of the parent, "" for the document itself
 * @param key the member's name or the element's index
 */
export function pointerTo(pointer: string, key: string | number): string {
  const name = String(key)
  // Hardly a name has them, and a manifest has a hundred thousand names.
  if (!name.includes("~") && !name.includes("/")) return `${pointer}/${name}`
  return `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`
}

/**
 * Splits a JSON Pointer into its parent and its last name.
 *
 * @param pointer a pointer of at least one name
 */
export function pointerParts(pointer: string): { readonly parent: string; readonly name: string } {
  const slash = pointer.lastIndexOf("/")
  const name = pointer
    .slice(slash + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~")
  return { parent: pointer.slice(0, slash), name }
}
