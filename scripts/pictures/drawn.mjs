import { shown } from "./cells.mjs"
import { folder, shellSession } from "./shell.mjs"
import { terminalSvg, themeNames } from "./svg.mjs"

const sessionId = /\bS-[0-9a-f]{12}\b/g

/** Each picture: what is typed there, and what it says in words. */
const sessions = {
  prompt: {
    title: "An agent is refused, a person approves",
    description:
      "A terminal. Called without a terminal, as an agent does, `council decisions approve D-42 --yes` is refused with PERSON_REQUIRED and exit code 4. Called by a person, it shows the decision to approve, “Move the office to the lake”, asks for the line D-42 to be typed, and after that says: Approved D-42.",
    async play({ enter }) {
      await enter("council decisions propose 'Move the office to the lake' --id D-42")
      await enter("council decisions approve D-42 --yes </dev/null")
      await enter("echo $?")
      await enter("council decisions approve D-42", /\n> $/)
      await enter("D-42")
    }
  },
  run: {
    title: "A run asks, and is answered",
    description:
      "A terminal. `steward run` with the prompt “Write the sign for the new door” pauses with the question “What is the room behind the door? The sign needs its name.”, the command that answers it, and exit code 3. That command with “the library” goes on with it in another process, prints “LIBRARY. Please speak softly.” and ends with exit code 0.",
    async play({ enter, said }) {
      await enter(
        "steward run --prompt 'Write the sign for the new door' --review none --replay asks.json </dev/null"
      )
      await enter("echo $?")
      await enter(`steward answer ${said().match(sessionId).at(-1)} 'the library' --replay asks.json`)
      await enter("echo $?")
    }
  }
}

/**
 * Plays every session on a real terminal and draws what the real programs show there.
 *
 * @returns the text of each SVG file by its name
 */
export async function pictures() {
  const drawn = {}
  for (const [name, { title, description, play }] of Object.entries(sessions)) {
    const sent = await shellSession(play)
    // All that differs from one time or one place to the next.
    const screen = await shown(sent.replaceAll(sessionId, "S-4f0c2a9e71b3").replaceAll(folder, "~/tasks"))
    for (const theme of themeNames)
      drawn[`${name}-${theme}.svg`] = terminalSvg(screen, { theme, title, description })
  }
  return drawn
}
