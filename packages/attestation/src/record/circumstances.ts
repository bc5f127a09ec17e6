import { visible } from "../show/visible.ts"
import { agentPrograms, agentVariables, interpreters, multiplexers, ptyPrograms } from "./markers.ts"
import { ancestry, type Ancestor } from "./process-tree.ts"

/**
 * What surrounded a question: hints for whoever reads the record, never a decision. `"unknown"` where the system does
 * not show its processes.
 *
 * - `agent_variables`: names of variables that agents set, never their values
 * - `agent_programs`: agents among the processes above this one
 * - `pty_programs`: programs above this one, or the interpreter that opened its session, that make terminals for programs
 * - `session_leader`: the program that leads the session, normally a shell
 * - `multiplexers`: tmux and the like above this process; normal
 *
 * @example
 * ```ts
 * import type { Surroundings } from "@byhand/attestation"
 * const hints: Surroundings = {
 *   agent_variables: [], agent_programs: [], pty_programs: ["script"], session_leader: "sh", multiplexers: []
 * }
 * ```
 */
export interface Surroundings {
  readonly agent_variables: readonly string[]
  readonly agent_programs: readonly string[] | "unknown"
  readonly pty_programs: readonly string[] | "unknown"
  readonly session_leader: string
  readonly multiplexers: readonly string[] | "unknown"
}

/** Looks at the surroundings of this process: a few small reads under `/proc`, once a question. Never throws. */
export function surroundings(env: NodeJS.ProcessEnv = process.env): Surroundings {
  const agent_variables = agentVariables.filter((name) => (env[name] ?? "") !== "")
  const tree = ancestry(process.pid)
  if (tree === undefined)
    return {
      agent_variables,
      agent_programs: "unknown",
      pty_programs: "unknown",
      session_leader: "unknown",
      multiplexers: "unknown"
    }
  const { self, above } = tree
  return {
    agent_variables,
    agent_programs: named(above, (program) => agentPrograms.has(program)),
    pty_programs: [
      ...new Set([...named(above, (program) => ptyPrograms.has(program)), ...opener(self, above)])
    ],
    session_leader: leaderOf(self, above),
    multiplexers: named(above, (program) => multiplexers.has(program))
  }
}

function named(above: readonly Ancestor[], known: (program: string) => boolean): readonly string[] {
  // tmux names its server process "tmux: server".
  const names = above.flatMap(({ name, programs }) => [name.split(":")[0] ?? "", ...programs])
  return [...new Set(names.filter(known))]
}

// Who stands above the session's leader opened its terminal: a terminal emulator, sshd, login, or a program.
function opener(self: Ancestor, above: readonly Ancestor[]): readonly string[] {
  const outside = above.find(({ session }) => session !== self.session)
  const program = outside?.programs[0] ?? ""
  return interpreters.test(program) ? [program] : []
}

function leaderOf(self: Ancestor, above: readonly Ancestor[]): string {
  const leader = [self, ...above].find(({ pid }) => pid === self.session)
  return leader === undefined ? "unknown" : visible(leader.name)
}
