// Known to every copy of this package in a process, and kept when a host bundles the hooks under names of its own.
const mark = Symbol.for("@byhand/oclif/hook")

type Event = "init" | "prerun"

/** Marks a function as this package's hook for an event, so that the launcher recognises it wherever it was loaded from. */
export function markHook<T extends object>(event: Event, hook: T): T {
  return Object.defineProperty(hook, mark, { value: event })
}

/** Whether this is this package's hook for the event. */
export function isHook(event: Event, hook: unknown): boolean {
  return typeof hook === "function" && (hook as { [mark]?: Event })[mark] === event
}
