import { resultOf } from "./task.mjs"

/**
 * Times sessions with one question each, from the request to the result.
 *
 * @param session starts a session, answers its question, and gives its result
 * @returns handlers of a side
 */
export function timePausing(session) {
  const answers = new Map()
  let made = 0
  const work = async () => {
    made += 1
    const answer = `blue-${made}`
    const { id, result } = await session(answer, made)
    if (result !== resultOf(answer))
      throw new Error(`The session ${id} was given ${answer}, and gave ${result}.`)
    answers.set(id, answer)
  }
  return {
    /** Milliseconds of one session. */
    async one() {
      const start = performance.now()
      await work()
      return performance.now() - start
    },
    /** Milliseconds for each of many sessions, so many of which are under way at any time. */
    async many(count, atOnce) {
      let left = count
      const lane = async () => {
        while (left-- > 0) await work()
      }
      const start = performance.now()
      await Promise.all(Array.from({ length: atOnce }, lane))
      return (performance.now() - start) / count
    },
    /** Checks with the given reader what is stored of every session, and says how many there are. */
    async check(stored) {
      for (const [id, answer] of answers) {
        const result = await stored(id)
        if (result !== resultOf(answer))
          throw new Error(`Of the session ${id}, which was given ${answer}, the disk has ${result}.`)
      }
      return answers.size
    }
  }
}
