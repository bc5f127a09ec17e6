import { missing, surplus } from "../finding.ts"
import { memberOf, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import {
  conditionalRule,
  filesystemSideEffect,
  interruptionDeclaration,
  stdinDeclaration,
  subprocessDeclaration
} from "../shapes/declared-parts.ts"
import { exitCodes } from "../shapes/exit-code-entry.ts"
import { mediaTypes } from "../shapes/media-types.ts"
import {
  choice,
  integerFrom,
  listOf,
  mapOf,
  matching,
  only,
  schemaObject,
  type Shape,
  text,
  textOf,
  truthValue
} from "../shapes/shape.ts"
import type { Rule } from "./rule.ts"

interface Field {
  readonly requirement: string
  readonly shape: Shape
  readonly required?: true
  readonly why?: string
}

const texts = listOf(text)

/** Every field of a contract. A field is a rule: its name, kebab-cased, is the rule's id. */
const fields: Readonly<Record<string, Field>> = {
  danger_level: {
    requirement: "REQ-C-002",
    shape: choice("safe", "mutating", "destructive"),
    required: true,
    why: "a caller reads from it whether a call changes anything"
  },
  idempotent: { requirement: "REQ-C-002", shape: truthValue },
  required_scopes: {
    requirement: "REQ-C-029",
    shape: { ...texts, example: "[]" },
    required: true,
    why: "a caller checks its scopes before it calls; a command without authorization says []"
  },
  exit_codes: {
    requirement: "REQ-C-001",
    shape: exitCodes,
    required: true,
    why: "a caller decides by it what an exit means and whether to try again"
  },
  output_schema: { requirement: "REQ-C-015", shape: schemaObject },
  output_formats: { requirement: "REQ-O-049", shape: texts },
  output_media_types: { requirement: "REQ-O-049", shape: mediaTypes },
  builtin: { requirement: "REQ-O-041", shape: truthValue },
  output_file: { requirement: "REQ-O-001", shape: choice("formatted", "binary", "handler", "envelope") },
  output_file_base: { requirement: "REQ-O-001", shape: choice("cwd", "project_root", "resource") },
  stdin: { requirement: "REQ-O-041", shape: stdinDeclaration },
  arguments: { requirement: "REQ-C-031", shape: choice("declared", "passthrough") },
  help_argv: {
    requirement: "REQ-C-031",
    shape: listOf(textOf(1, Infinity, "a non-empty string", "--help"), { least: 1 })
  },
  stderr: { requirement: "REQ-F-038", shape: choice("child_log") },
  stdout: { requirement: "REQ-C-032", shape: choice("protocol") },
  protocol: {
    requirement: "REQ-C-032",
    shape: matching(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "a protocol's name in kebab case", "mcp-stdio")
  },
  mcp: {
    requirement: "REQ-C-032",
    shape: only(false),
    why: "the field is present only to keep the command off the tool's own MCP server"
  },
  option_placement: { requirement: "REQ-C-027", shape: choice("any", "strict") },
  interactive: { requirement: "REQ-C-005", shape: truthValue },
  requires_person: {
    requirement: "REQ-C-036",
    shape: only(true),
    why: "the field is present only when true, and a command without it may be confirmed by an agent"
  },
  has_network_io: { requirement: "REQ-C-012", shape: truthValue },
  steps: { requirement: "REQ-C-008", shape: texts },
  spawns_background_process: { requirement: "REQ-C-010", shape: truthValue },
  cleanup_command: { requirement: "REQ-C-010", shape: text },
  max_lifetime_seconds: { requirement: "REQ-C-010", shape: integerFrom(1) },
  filesystem_side_effects: { requirement: "REQ-C-011", shape: listOf(filesystemSideEffect) },
  secret_env_vars: { requirement: "REQ-C-016", shape: texts },
  platform: { requirement: "REQ-C-018", shape: texts },
  required_tools: { requirement: "REQ-O-041", shape: mapOf(text, { example: '{ git: "*" }' }) },
  subprocess: { requirement: "REQ-O-041", shape: subprocessDeclaration },
  headless_supported: { requirement: "REQ-C-021", shape: truthValue },
  token_env_vars: { requirement: "REQ-C-021", shape: texts },
  async: { requirement: "REQ-C-022", shape: truthValue },
  job_descriptor_schema: { requirement: "REQ-C-022", shape: schemaObject },
  interruption: { requirement: "REQ-C-033", shape: interruptionDeclaration },
  requires_editor: { requirement: "REQ-C-023", shape: truthValue },
  non_interactive_alternatives: { requirement: "REQ-C-023", shape: texts },
  gui_operations: { requirement: "REQ-C-024", shape: texts },
  headless_behavior: { requirement: "REQ-C-024", shape: choice("emit_in_output", "skip", "error") },
  config_write_scope: { requirement: "REQ-C-025", shape: choice("local", "global", "session") },
  requires: { requirement: "REQ-C-026", shape: listOf(conditionalRule) },
  streaming_default: { requirement: "REQ-O-004", shape: truthValue },
  safe_default: { requirement: "REQ-O-048", shape: truthValue },
  confirm_flag: {
    requirement: "REQ-O-048",
    shape: matching(/^[^-]/u, "the name of a boolean flag, without the dashes", "confirm")
  }
}

/** Names that belong to the command itself, with where its author writes them. */
const fieldsOfTheCommand: readonly string[] = [
  "description",
  "aliases",
  "flags",
  "positionals",
  "examples",
  "subcommands"
]

/** One rule a field, and the rules about names that are no field. */
export const fieldRules: readonly Rule[] = [
  ...Object.entries(fields).map(([name, field]) => fieldRule(name, field)),
  {
    id: "contract-field-misplaced",
    requirement: "REQ-O-041",
    about: fieldsOfTheCommand,
    why: "the manifest takes it from the command itself, and two sources drift apart",
    check: ({ contract }) =>
      fieldsOfTheCommand.flatMap((name) => {
        const received = memberOf(contract, name)
        return received === undefined ? [] : [surplus(`/${name}`, received, `no ${name} in the contract`)]
      })
  },
  {
    id: "contract-field-unknown",
    requirement: "REQ-O-041",
    why: "a manifest entry is closed: a consumer refuses a field it does not know",
    check: ({ contract }) =>
      membersOf(contract)
        .filter(([name]) => !Object.hasOwn(fields, name) && !fieldsOfTheCommand.includes(name))
        .map(([name, received]) => surplus(pointerTo("", name), received, "a field of the command contract"))
  }
]

function fieldRule(name: string, { requirement, shape, required, why }: Field): Rule {
  return {
    id: name.replaceAll("_", "-"),
    requirement,
    why: why ?? `a caller relies on it as ${requirement} defines it`,
    ...(required === true ? {} : { about: [name] }),
    check: ({ contract }) => {
      const value = memberOf(contract, name)
      if (value !== undefined) return shape.findings(value, `/${name}`)
      return required === true ? [missing(`/${name}`, shape.expected, shape.example)] : []
    }
  }
}
