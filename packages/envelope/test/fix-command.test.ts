import { CommandExit } from "@byhand/exit-codes"
import { describe, expect, it } from "vitest"
import { CommandError, failure, shellWord } from "../src/index.ts"

const failed = (fixCommand: string, code = "NO_SUCH_DECISION") =>
  failure(
    new CommandError({ code, exit: CommandExit.PRECONDITION, message: "There is no D-43", fixCommand }),
    {
      durationMs: 1
    }
  )

describe("a fix_command", () => {
  it.each([
    "council decisions list",
    "tool auth:login --region eu-west-1",
    `tool show ${shellWord("it's; a | b & (c) `d`")}`,
    String.raw`tool show "a;b \" c" a\ b`,
    "tool diff v1...v2"
  ])("that can be run as it stands is kept: %s", (command) => {
    const { error, warnings } = failed(command)
    expect([error.fix_command, warnings]).toEqual([command, []])
  })

  it.each([
    ["tool show <id>", "holds a placeholder"],
    ["tool show $ID", "holds a placeholder"],
    ["tool show '${ID}'", "holds a placeholder"],
    ["tool list > ids", "holds a placeholder"],
    ["tool show ID…", "is cut short"],
    ["tool show D-42 ...", "is cut short"],
    ["tool list | head", "is more than one command"],
    ["tool login && tool list", "is more than one command"],
    ["tool login; tool list", "is more than one command"],
    ["tool serve &", "is more than one command"],
    ["tool login\ntool list", "is more than one command"],
    ["tool show `tool first`", "is more than one command"],
    ["tool show 'D-42", "has a quote that does not end"],
    ["tool show \\", "has a quote that does not end"],
    [" ", "is empty"]
  ])("that cannot is left out with a warning that says why: %s", (command, problem) => {
    const { error, warnings, meta } = failed(command)
    expect([error.code, meta.exit_code, Object.hasOwn(error, "fix_command")]).toEqual([
      "NO_SUCH_DECISION",
      4,
      false
    ])
    expect(warnings).toEqual([
      { code: "FIX_COMMAND_DROPPED", message: expect.stringContaining(`it ${problem}`) }
    ])
    expect(warnings[0]?.message).toMatch(/ Expected one command that can be run as it stands/)
  })

  it("is never part of a refusal that a person resolves, whatever it is", () => {
    for (const command of ["tool list", "tool show <id>"])
      expect(failed(command, "PERSON_REQUIRED").error).not.toHaveProperty("fix_command")
  })
})
