import { readdir, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { CommandError } from "@byhand/envelope"
import {
  type Attestation,
  type Decision,
  isAsShown,
  isId,
  isTitle,
  type Shown,
  type Step,
  steps
} from "./decision.ts"
import { type Document, emptyDocument, readDocument, writeDocument } from "./document.ts"
import {
  changedSinceShown,
  idTaken,
  invalidId,
  invalidTitle,
  notFound,
  notOpen,
  notSaved,
  unreadable
} from "./errors.ts"
import { readWhole, replaceWhole } from "./file.ts"
import { makeFolder } from "./folder.ts"
import { removeLeftTickets, withLock } from "./lock.ts"

/**
 * The decisions of one council, in `decisions.json` of a folder.
 *
 * Any number of processes may use it at once; each change is whole or not at all. A file that is not in order is refused
 * (`DECISIONS_UNREADABLE`, exit 1) and never overwritten; what cannot be written is `DECISIONS_NOT_SAVED` (1), and a lock that
 * is not released within the wait is `DECISIONS_BUSY` (12, retryable).
 */
export class DecisionStore {
  readonly #folder: string
  readonly #file: string
  readonly #waitMs: number

  /**
   * @param folder where the file is; made, for this user alone, when something is first written
   * @param options.waitMs how long a change waits for another process, in milliseconds
   */
  constructor(folder: string, { waitMs = 10_000 }: { readonly waitMs?: number } = {}) {
    this.#folder = folder
    this.#file = join(folder, "decisions.json")
    this.#waitMs = waitMs
  }

  /** All decisions, in the order they were proposed. */
  async list(): Promise<readonly Decision[]> {
    return (await this.#read()).decisions
  }

  /** One decision. Throws NOT_FOUND (5). */
  async get(id: string): Promise<Decision> {
    return find(await this.#read(), id)
  }

  /** One decision that is open for a step, to be shown to the person. Throws NOT_FOUND (5), CONFLICT (6). */
  async openFor(step: Step, id: string): Promise<Decision> {
    const decision = await this.get(id)
    refuseUnlessOpen(step, decision)
    return decision
  }

  /** Adds a decision; without an ID it gets the next free D-1, D-2, … Throws INVALID_ID, INVALID_TITLE (2), CONFLICT (6). */
  async propose({ title, id }: { readonly title: string; readonly id?: string }): Promise<Decision> {
    if (id !== undefined && !isId(id)) throw invalidId(id)
    if (!isTitle(title)) throw invalidTitle()
    return this.#change((document) => {
      const taken = document.decisions.find((decision) => decision.id === id)
      if (taken !== undefined) throw idTaken(taken)
      const number = id === undefined ? nextFree(document) : undefined
      const decision: Decision = {
        id: id ?? `D-${number}`,
        title,
        status: "proposed",
        proposed_at: new Date().toISOString(),
        confirmations: []
      }
      const next_number = number === undefined ? document.next_number : number + 1
      return [{ ...document, next_number, decisions: [...document.decisions, decision] }, decision]
    })
  }

  /** Records a person's approval of a proposed decision, as it was shown. Throws NOT_FOUND (5), CONFLICT (6). */
  async approve(id: string, attestation: Attestation, shown: Shown): Promise<Decision> {
    return this.#take("approve", id, attestation, shown)
  }

  /** Records that a person published an approved decision, as it was shown. Throws NOT_FOUND (5), CONFLICT (6). */
  async publish(id: string, attestation: Attestation, shown: Shown): Promise<Decision> {
    return this.#take("publish", id, attestation, shown)
  }

  /** Records that a person revoked a decision in force, as it was shown. Throws NOT_FOUND (5), CONFLICT (6). */
  async revoke(id: string, attestation: Attestation, shown: Shown): Promise<Decision> {
    return this.#take("revoke", id, attestation, shown)
  }

  /** Deletes a decision and its confirmations. Throws NOT_FOUND (5). */
  async purge(id: string): Promise<Decision> {
    return this.#change((document) => {
      const decision = find(document, id)
      return [{ ...document, decisions: document.decisions.filter((other) => other !== decision) }, decision]
    })
  }

  async #take(step: Step, id: string, attestation: Attestation, shown: Shown): Promise<Decision> {
    return this.#change((document) => {
      const decision = find(document, id)
      refuseUnlessOpen(step, decision)
      if (!isAsShown(decision, shown)) throw changedSinceShown(shown, decision)
      const { to: status } = steps[step]
      const confirmations = [...decision.confirmations, { status, attestation }]
      const taken: Decision = { ...decision, status, confirmations }
      const decisions = document.decisions.map((other) => (other === decision ? taken : other))
      return [{ ...document, decisions }, taken]
    })
  }

  async #change(change: (document: Document) => readonly [Document, Decision]): Promise<Decision> {
    const lock = `${this.#file}.lock`
    try {
      await makeFolder(this.#folder)
      return await withLock(lock, this.#waitMs, async (tookOver) => {
        if (tookOver) await this.#removeLeftovers(lock)
        const [document, decision] = change(await this.#read())
        await replaceWhole(this.#file, writeDocument(document))
        return decision
      })
    } catch (error) {
      throw error instanceof CommandError ? error : notSaved(this.#folder, error)
    }
  }

  async #read(): Promise<Document> {
    const text = await readWhole(this.#file)
    if (text === undefined) return emptyDocument
    const read = readDocument(text)
    if ("problem" in read) throw unreadable(this.#file, read.problem, read)
    return read.document
  }

  /** Only the holder of the lock writes temporary files, so those found by a new holder are a dead one's. */
  async #removeLeftovers(lock: string): Promise<void> {
    const prefix = `${basename(this.#file)}.`
    const left = (await readdir(this.#folder)).filter(
      (name) => name.startsWith(prefix) && name.endsWith(".tmp")
    )
    for (const name of left) await rm(join(this.#folder, name), { force: true })
    await removeLeftTickets(lock)
  }
}

function find(document: Document, id: string): Decision {
  const decision = document.decisions.find((other) => other.id === id)
  if (decision === undefined) throw notFound(id)
  return decision
}

function refuseUnlessOpen(step: Step, decision: Decision): void {
  if (!(steps[step].from as readonly string[]).includes(decision.status)) throw notOpen(step, decision)
}

function nextFree({ next_number: next, decisions }: Document): number {
  const taken = new Set(decisions.map(({ id }) => id))
  let number = next
  while (taken.has(`D-${number}`)) number += 1
  return number
}
