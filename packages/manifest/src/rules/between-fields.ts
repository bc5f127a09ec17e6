import type { JsonObject } from "@byhand/envelope"
import { demand, forbid, forbidTrue } from "../demand.ts"
import { type Finding, mismatch, surplus } from "../finding.ts"
import { elementsOf, isObject, memberOf, membersOf } from "../json.ts"
import { isPassthrough, type Rule } from "./rule.ts"

const excludedByProtocol: readonly string[] = [
  "stderr",
  "stdin",
  "output_file",
  "output_schema",
  "output_formats",
  "output_media_types",
  "cleanup_command",
  "max_lifetime_seconds",
  "interruption",
  "confirm_flag"
]
const trueExcludedByProtocol: readonly string[] = [
  "interactive",
  "streaming_default",
  "async",
  "spawns_background_process",
  "safe_default"
]

/** Rules about fields that need or exclude each other. */
export const betweenFieldsRules: readonly Rule[] = [
  {
    id: "editor-needs-alternatives",
    requirement: "REQ-C-023",
    about: ["requires_editor"],
    why: "a caller without an editor needs another way to give the text",
    check: ({ contract }) =>
      memberOf(contract, "requires_editor") === true
        ? demand(
            contract,
            "",
            "non_interactive_alternatives",
            "the flags that replace the editor",
            '["--message"]'
          )
        : []
  },
  {
    id: "headless-needs-token",
    requirement: "REQ-C-021",
    about: ["headless_supported"],
    why: "a command that cannot log in without a browser takes its token from the environment",
    check: ({ contract }) =>
      memberOf(contract, "headless_supported") === false
        ? demand(contract, "", "token_env_vars", "the variables that carry a token", '["COUNCIL_TOKEN"]')
        : []
  },
  {
    id: "gui-needs-behavior",
    requirement: "REQ-C-024",
    about: ["gui_operations"],
    why: "a caller without a display must know what happens instead",
    check: ({ contract }) =>
      Object.hasOwn(contract, "gui_operations")
        ? demand(contract, "", "headless_behavior", "what happens without a display", '"emit_in_output"')
        : []
  },
  {
    id: "output-base-needs-file",
    requirement: "REQ-O-001",
    about: ["output_file_base"],
    why: "the base folder says where an output file goes",
    check: ({ contract }) =>
      Object.hasOwn(contract, "output_file_base")
        ? demand(contract, "", "output_file", "what the output file holds", '"formatted"')
        : []
  },
  {
    id: "help-argv-needs-passthrough",
    requirement: "REQ-C-031",
    about: ["help_argv"],
    why: "it names the other program's help, and only passthrough has another program",
    check: ({ contract }) =>
      Object.hasOwn(contract, "help_argv") && !isPassthrough(contract)
        ? forbid(contract, "", "help_argv", 'no help_argv without arguments: "passthrough"')
        : []
  },
  {
    id: "stderr-excludes-passthrough",
    requirement: "REQ-F-038",
    about: ["arguments"],
    why: "the other program owns both streams under passthrough",
    check: ({ contract }) =>
      isPassthrough(contract)
        ? forbid(contract, "", "stderr", 'no stderr next to arguments: "passthrough"')
        : []
  },
  {
    id: "passthrough",
    requirement: "REQ-C-031",
    about: ["arguments"],
    why: "every argument belongs to the other program",
    check: (subject) => (isPassthrough(subject.contract) ? passthroughFindings(subject) : [])
  },
  {
    id: "protocol-pair",
    requirement: "REQ-C-032",
    about: ["stdout", "protocol"],
    why: "a client must know that stdout carries a protocol, and which",
    check: ({ contract }) => [
      ...(Object.hasOwn(contract, "stdout")
        ? demand(contract, "", "protocol", "the protocol on stdout", '"mcp-stdio"')
        : []),
      ...(Object.hasOwn(contract, "protocol")
        ? demand(contract, "", "stdout", '"protocol" next to the protocol\'s name', '"protocol"')
        : [])
    ]
  },
  {
    id: "protocol-exclusive",
    requirement: "REQ-C-032",
    about: ["stdout"],
    why: "while the command serves, stdin and stdout carry the protocol and nothing else",
    check: ({ contract }) => {
      if (!Object.hasOwn(contract, "stdout")) return []
      const expected = 'no such field next to stdout: "protocol"'
      return [
        ...(isPassthrough(contract) ? forbid(contract, "", "arguments", expected) : []),
        ...excludedByProtocol.flatMap((name) => forbid(contract, "", name, expected)),
        ...trueExcludedByProtocol.flatMap((name) => forbidTrue(contract, "", name, expected))
      ]
    }
  },
  {
    id: "interruption-needs-incomplete",
    requirement: "REQ-C-033",
    about: ["interruption"],
    why: "work that outlives the call leaves with exit 14",
    check: ({ contract }) => {
      const codes = memberOf(contract, "exit_codes")
      return Object.hasOwn(contract, "interruption") && isObject(codes)
        ? demand(codes, "/exit_codes", "14", "the entry of INCOMPLETE", incomplete)
        : []
    }
  },
  {
    id: "interruption-exclusive",
    requirement: "REQ-C-033",
    about: ["interruption"],
    why: "each of them has its own way to outlive the call",
    check: ({ contract }) =>
      Object.hasOwn(contract, "interruption")
        ? ["async", "streaming_default"].flatMap((name) =>
            forbidTrue(contract, "", name, "no such field next to interruption")
          )
        : []
  }
]

const incomplete =
  '{ description: "The work goes on in the background", retryable: false, side_effects: "partial" }'

function passthroughFindings({
  contract,
  flags,
  positionals
}: Parameters<Rule["check"]>[0]): readonly Finding[] {
  const beside = 'next to arguments: "passthrough"'
  return [
    ...strictPlacement(contract, beside),
    ...(memberOf(contract, "danger_level") === "destructive"
      ? [mismatch("/danger_level", "destructive", `"safe" or "mutating" ${beside}`, '"mutating"')]
      : []),
    ...forbid(contract, "", "confirm_flag", `no confirm_flag ${beside}`),
    ...(flags !== undefined && membersOf(flags).length > 0
      ? [surplus("/flags", Object.keys(flags as JsonObject), `no flags ${beside}`)]
      : []),
    ...(positionals !== undefined && elementsOf(positionals).length > 0
      ? [surplus("/positionals", positionals, `no positionals ${beside}`)]
      : [])
  ]
}

function strictPlacement(contract: JsonObject, beside: string): readonly Finding[] {
  const placement = memberOf(contract, "option_placement")
  if (placement === undefined)
    return demand(contract, "", "option_placement", `"strict" ${beside}`, '"strict"')
  return placement === "strict"
    ? []
    : [mismatch("/option_placement", placement, `"strict" ${beside}`, '"strict"')]
}
