import { join } from "node:path"

/** Where everything of a session is. */
export interface SessionPaths {
  readonly folder: string
  /** The authority. */
  readonly log: string
  readonly snapshot: string
  readonly owners: string
  readonly answers: string
  readonly turns: string
}

export function pathsOf(folder: string): SessionPaths {
  return {
    folder,
    log: join(folder, "events.jsonl"),
    snapshot: join(folder, "snapshot.json"),
    owners: join(folder, "owners"),
    answers: join(folder, "answers"),
    turns: join(folder, "turns")
  }
}
