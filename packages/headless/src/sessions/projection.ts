import type { StoredEvent } from "./stored-event.ts"

/**
 * What can be told from a log, as pure functions: nothing but the events decides what its files hold.
 *
 * `State` is plain JSON, and does not grow with the log: it is kept in the snapshot.
 */
export interface Projection<State> {
  /** To be raised whenever `step` changes its meaning: snapshots of another version are not used. */
  readonly version: number
  readonly initial: State
  /** The state after one more event. It changes nothing and does not throw on any event. */
  step(state: State, event: StoredEvent): State
  /** Every name that `render` may use, in the session's folder. */
  readonly files: readonly string[]
  /** The text of each file as it should be now; a name that is missing is a file that should not be there. */
  render(state: State): Readonly<Record<string, string>>
}

// Their states differ, and are told apart by name.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyProjection = Projection<any>

/** What is told from a session's log, by name. */
export type Projections = Readonly<Record<string, AnyProjection>>

/** The states of projections, by name. */
export type StatesOf<P extends Projections> = {
  readonly [Name in keyof P]: P[Name] extends Projection<infer State> ? State : never
}

const fileShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const reserved = new Set(["events.jsonl", "snapshot.json", "owners", "answers", "turns"])

/**
 * Refuses projections whose files would be the session's own, or each other's.
 *
 * @throws TypeError
 */
export function checkProjections(projections: Projections): void {
  const taken = new Set(reserved)
  for (const [name, { files }] of Object.entries(projections))
    for (const file of files) {
      if (!fileShape.test(file) || taken.has(file))
        throw new TypeError(
          `The projection ${name} cannot write ${JSON.stringify(file)}: expected a plain file name that neither the ` +
            `session nor another projection uses.`
        )
      taken.add(file)
    }
}

/** The text of every file, or undefined for one that should not be there. */
export function renderAll<P extends Projections>(
  projections: P,
  states: StatesOf<P>
): Map<string, string | undefined> {
  const texts = new Map<string, string | undefined>()
  for (const [name, { files, render }] of Object.entries(projections)) {
    const rendered = render(states[name])
    const stray = Object.keys(rendered).find((file) => !files.includes(file))
    if (stray !== undefined)
      throw new TypeError(`The projection ${name} writes ${stray}, which is not among its files.`)
    for (const file of files) texts.set(file, Object.hasOwn(rendered, file) ? rendered[file] : undefined)
  }
  return texts
}
