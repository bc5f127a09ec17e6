/**
 * Whether a command, cached or loaded, has any word on being person-only: the cheap question that every run asks.
 *
 * Only a command of which this is true is read closely, with code that an ordinary command never loads. A getter is not
 * run, and counts.
 */
export function mayDeclarePerson(command: object): boolean {
  if ("requires_person" in command || "requiresPerson" in command) return true
  for (let at: object | null = command; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const contract = Object.getOwnPropertyDescriptor(at, "contract")
    if (contract === undefined) continue
    if (!("value" in contract)) return true
    const value: unknown = contract.value
    return typeof value !== "object" || value === null || "requires_person" in value
  }
  return false
}
