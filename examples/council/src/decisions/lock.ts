import { randomUUID } from "node:crypto"
import { link, open, readdir, readFile, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { busy } from "./errors.ts"
import { type Holder, isGone, readHolder, thisProcess } from "./holder.ts"

/**
 * Does one thing at a time across processes. The lock is a file that names its holder; that of a dead holder is taken over.
 *
 * @param lock path of the lock file; its folder is there
 * @param waitMs how long another holder is waited for, in milliseconds
 * @param act what to do; `tookOver` says that a holder died in the middle of its own
 * @throws CommandError DECISIONS_BUSY when the wait is over; what `act` throws; file system errors of the claim
 */
export async function withLock<T>(
  lock: string,
  waitMs: number,
  act: (tookOver: boolean) => Promise<T>
): Promise<T> {
  const tookOver = await claim(lock, waitMs)
  try {
    return await act(tookOver)
  } finally {
    await rm(lock, { force: true })
  }
}

async function claim(lock: string, waitMs: number): Promise<boolean> {
  const deadline = performance.now() + waitMs
  const ticket = await writeTicket(lock)
  let tookOver = false
  let pause = 4
  try {
    while (!(await publish(ticket, lock))) {
      const text = await readText(lock)
      const holder = text === undefined ? undefined : readHolder(text)
      if (holder !== undefined && (await isGone(holder)) && (await bury(lock, holder, ticket, lock))) {
        tookOver = true
        continue
      }
      if (performance.now() >= deadline) throw busy(lock, nameOf(holder), waitMs)
      // Many waiters that look often keep the holder from working.
      await sleep(pause * (0.5 + Math.random()))
      pause = Math.min(pause * 2, 64)
    }
  } finally {
    await rm(ticket, { force: true })
  }
  return tookOver
}

/**
 * Removes what a dead holder left at `path`. Of all who find it dead only one may, or the slower would remove the lock of
 * the faster: the right is claimed as well, under a name made of the dead claim, and may have to be taken over in turn.
 */
async function bury(path: string, dead: Holder, ticket: string, lock: string): Promise<boolean> {
  const grave = `${lock}.${dead.claim}.grave`
  if (!(await publish(ticket, grave))) {
    const digger = readHolder((await readText(grave)) ?? "")
    if (digger !== undefined && (await isGone(digger))) await bury(grave, digger, ticket, lock)
    return false
  }
  const found = readHolder((await readText(path)) ?? "")
  const isStillThere = found?.claim === dead.claim
  if (isStillThere) await rm(path, { force: true })
  await rm(grave, { force: true })
  return isStillThere
}

/** A complete file that names this process, to be published by a link: nobody ever reads half of it. */
async function writeTicket(lock: string): Promise<string> {
  const id = randomUUID()
  const ticket = `${lock}.${id}.ticket`
  const handle = await open(ticket, "wx", 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(await thisProcess(id))}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  return ticket
}

/** Gives the ticket a second name, if nobody has it. */
async function publish(ticket: string, name: string): Promise<boolean> {
  try {
    await link(ticket, name)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw error
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

function nameOf(holder: Holder | undefined): string {
  return holder === undefined
    ? "something that is not a council process"
    : `process ${holder.pid} on ${holder.host}`
}

/** Removes the tickets and graves of processes that died before they could. */
export async function removeLeftTickets(lock: string): Promise<void> {
  const folder = dirname(lock)
  const left = (await readdir(folder)).filter((name) => name.startsWith(`${basename(lock)}.`))
  for (const path of left.map((name) => join(folder, name))) {
    const holder = readHolder((await readText(path)) ?? "")
    if (holder !== undefined && (await isGone(holder))) await rm(path, { force: true })
  }
}
