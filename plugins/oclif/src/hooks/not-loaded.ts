/**
 * What is thrown for a command whose module does not load: the command is there, so it is not called unknown.
 *
 * A plain error, in the fields oclif reads: a hook loads no more than it must.
 */
export function notLoaded(id: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  const [first = ""] = why.split("\n", 1)
  // So says oclif of a module without a command class.
  const reason = /^command .+ not found$/.test(first) ? "its file exports no command" : first
  const name = id.includes("(") ? "The command of this tool" : `The command ${id.replaceAll(":", " ")}`
  const message = `${name} could not be loaded, so nothing was run: ${reason}`
  return Object.assign(new Error(message, { cause }), {
    code: "COMMAND_NOT_LOADED",
    oclif: { exit: 1 },
    suggestions: ["Install this tool again; if it stays so, show this message to those who made it"]
  })
}
