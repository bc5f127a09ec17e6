import {
  exits,
  id,
  inExit4,
  person,
  plain,
  precondition,
  success,
  type Violation,
  without,
  wrong,
  yes
} from "./broken-contracts.ts"
import { approve, list } from "./contracts.ts"
import { fieldViolations } from "./field-violations.ts"

/** For every rule, the declarations it must refuse. */
export const violations: Readonly<Record<string, readonly Violation[]>> = {
  "person-interactive": [
    { contract: without(approve, "interactive"), path: "/interactive" },
    { contract: person({ interactive: false }), path: "/interactive" }
  ],
  "person-mcp": [
    { contract: without(approve, "mcp"), path: "/mcp" },
    { contract: person({ mcp: true }), path: "/mcp" }
  ],
  "person-precondition": [
    { contract: person(exits({})), path: "/exit_codes/4" },
    { contract: inExit4({ retryable: true }), path: "/exit_codes/4/retryable" },
    { contract: inExit4({ side_effects: "partial" }), path: "/exit_codes/4/side_effects" },
    { contract: inExit4({ error_codes: ["PERSON_REQUIRED"] }), path: "/exit_codes/4/error_codes" },
    { contract: inExit4({ error_codes: ["ATTESTATION_MISMATCH"] }), path: "/exit_codes/4/error_codes" },
    { contract: inExit4({ error_codes: [] }), path: "/exit_codes/4/error_codes" },
    {
      contract: person(exits({ "4": without(precondition as object, "error_codes") })),
      path: "/exit_codes/4/error_codes"
    }
  ],
  "person-codes-elsewhere": [
    { contract: plain(exits({ "4": precondition })), path: "/exit_codes/4/error_codes/0" },
    {
      contract: person({
        exit_codes: {
          ...approve.exit_codes,
          "5": { ...precondition, error_codes: ["X1", "PERSON_REQUIRED"] }
        }
      }),
      path: "/exit_codes/5/error_codes/1"
    }
  ],
  "person-route": [
    { contract: person({ arguments: "passthrough", option_placement: "strict" }), path: "/arguments" },
    {
      contract: person({
        exit_codes: { ...approve.exit_codes, "14": success },
        interruption: { detach: false, resume: true }
      }),
      path: "/interruption"
    },
    { contract: person({ resumable: true }), path: "/resumable" },
    { contract: person({ stdout: "protocol", protocol: "lsp" }), path: "/stdout" },
    { contract: person({ stdin: { mode: "lines" } }), path: "/stdin" },
    { contract: person({ async: true }), path: "/async" }
  ],
  "person-confirm-flag": [
    { contract: person({ confirm_flag: "yes" }), flags: { yes }, path: "/confirm_flag" },
    { contract: person({ confirm_flag: "non-interactive" }), path: "/confirm_flag" }
  ],
  ...fieldViolations,
  "contract-field-misplaced": [wrong("description", "Lists"), wrong("flags", {}), wrong("aliases", [])],
  "contract-field-unknown": [wrong("requiresPerson", true), wrong("toString", "x"), wrong("a/b~c", 1)].map(
    (violation) => (violation.path === "/a/b~c" ? { ...violation, path: "/a~1b~0c" } : violation)
  ),
  "scope-name": [
    { contract: plain({ required_scopes: ["a b"] }), path: "/required_scopes/0" },
    { contract: plain({ required_scopes: ["a", ""] }), path: "/required_scopes/1" },
    { contract: plain({ required_scopes: ["a", "a"] }), path: "/required_scopes/1" }
  ],
  "exit-success": [{ contract: plain({ exit_codes: {} }), path: "/exit_codes/0" }],
  "exit-success-without-errors": [
    {
      contract: plain({ exit_codes: { "0": { ...success, error_codes: ["NO"] } } }),
      path: "/exit_codes/0/error_codes"
    }
  ],
  "exit-retryable": [
    {
      contract: plain(exits({ "20": { ...success, retryable: true, side_effects: "partial" } })),
      path: "/exit_codes/20/side_effects"
    }
  ],
  "exit-range": ["126", "127", "129", "255", "256"].map((code) => ({
    contract: plain(exits({ [code]: success })),
    path: `/exit_codes/${code}`
  })),
  "exit-name": ["79", "125"].map((code) => ({
    contract: plain(exits({ [code]: success })),
    path: `/exit_codes/${code}/name`
  })),
  "exit-table": [
    { contract: plain(exits({ "4": { ...success, name: "NOT_FOUND" } })), path: "/exit_codes/4/name" },
    { contract: plain(exits({ "5": { ...success, retryable: true } })), path: "/exit_codes/5/retryable" },
    {
      contract: plain(exits({ "2": { ...success, side_effects: "partial" } })),
      path: "/exit_codes/2/side_effects"
    },
    { contract: plain(exits({ "3": success })), path: "/exit_codes/3/side_effects" }
  ],
  "exit-run-table": [
    {
      contract: plain(exits({ "2": { ...success, name: "WAITING_INPUT" } })),
      path: "/exit_codes/2/name"
    },
    {
      contract: plain(exits({ "3": { ...success, name: "WAITING_INPUT" }, "4": success })),
      path: "/exit_codes/4/name"
    },
    {
      contract: plain(exits({ "3": { ...success, name: "WAITING_INPUT" }, "6": success })),
      path: "/exit_codes/6"
    }
  ],
  "editor-needs-alternatives": [
    { contract: plain({ requires_editor: true }), path: "/non_interactive_alternatives" }
  ],
  "headless-needs-token": [{ contract: plain({ headless_supported: false }), path: "/token_env_vars" }],
  "gui-needs-behavior": [{ contract: plain({ gui_operations: [] }), path: "/headless_behavior" }],
  "output-base-needs-file": [{ contract: plain({ output_file_base: "cwd" }), path: "/output_file" }],
  "help-argv-needs-passthrough": [{ contract: plain({ help_argv: ["--help"] }), path: "/help_argv" }],
  "stderr-excludes-passthrough": [
    {
      contract: plain({ stderr: "child_log", arguments: "passthrough", option_placement: "strict" }),
      path: "/stderr"
    }
  ],
  passthrough: [
    { contract: plain({ arguments: "passthrough" }), path: "/option_placement" },
    { contract: plain({ arguments: "passthrough", option_placement: "any" }), path: "/option_placement" },
    {
      contract: plain({ arguments: "passthrough", option_placement: "strict", danger_level: "destructive" }),
      path: "/danger_level"
    },
    {
      contract: plain({ arguments: "passthrough", option_placement: "strict" }),
      flags: { yes },
      path: "/flags"
    },
    {
      contract: plain({ arguments: "passthrough", option_placement: "strict" }),
      positionals: [id],
      path: "/positionals"
    }
  ],
  "protocol-pair": [
    { contract: plain({ stdout: "protocol" }), path: "/protocol" },
    { contract: plain({ protocol: "lsp" }), path: "/stdout" }
  ],
  "protocol-exclusive": [
    { contract: plain({ stdout: "protocol", protocol: "lsp", interactive: true }), path: "/interactive" },
    { contract: plain({ stdout: "protocol", protocol: "lsp", output_schema: {} }), path: "/output_schema" }
  ],
  "interruption-needs-incomplete": [
    { contract: plain({ interruption: { detach: true, resume: false } }), path: "/exit_codes/14" }
  ],
  "interruption-exclusive": [
    {
      contract: plain({
        ...exits({ "14": success }),
        interruption: { detach: true, resume: false },
        async: true
      }),
      path: "/async"
    }
  ],
  "confirm-flag-danger": [{ contract: plain({ confirm_flag: "go" }), path: "/danger_level" }],
  "confirm-flag-or-safe-default": [
    {
      contract: plain({ danger_level: "mutating", confirm_flag: "go", safe_default: true }),
      path: "/safe_default"
    }
  ],
  "confirm-flag-declared": [
    {
      contract: plain({ danger_level: "mutating", confirm_flag: "go" }),
      flags: { yes },
      path: "/confirm_flag"
    },
    {
      contract: plain({ danger_level: "mutating", confirm_flag: "go" }),
      flags: { go: { ...yes, type: "string" } },
      path: "/confirm_flag"
    },
    {
      contract: plain({ danger_level: "mutating", confirm_flag: "toString" }),
      flags: {},
      path: "/confirm_flag"
    }
  ],
  "confirm-flag-destructive": [
    {
      contract: plain({ danger_level: "destructive", confirm_flag: "go" }),
      flags: { go: yes, "confirm-destructive": yes },
      path: "/confirm_flag"
    }
  ],
  flags: [
    {
      contract: list,
      flags: { all: { type: "flag", required: false, description: "" } },
      path: "/flags/all/type"
    },
    {
      contract: list,
      flags: { all: { ...yes, media_types: { json: "a/b" } } },
      path: "/flags/all/media_types"
    },
    {
      contract: list,
      flags: { all: { ...yes, type: "integer", enum_values: ["a"] } },
      path: "/flags/all/enum_values/0"
    }
  ],
  "flag-name": [{ contract: list, flags: { "--all": yes }, path: "/flags/--all" }],
  "flag-root": [
    ...["format", "non-interactive", "help", "version", "schema", "output-schema"].map((name) => ({
      contract: list,
      flags: { [name]: yes },
      path: `/flags/${name}`
    })),
    { contract: list, flags: { host: { ...yes, short: "h" } }, path: "/flags/host/short" }
  ],
  "flag-short": [
    {
      contract: list,
      flags: { all: { ...yes, short: "a" }, any: { ...yes, short: "a" } },
      path: "/flags/any/short"
    }
  ],
  "flag-default": [{ contract: list, flags: { all: { ...yes, default: null } }, path: "/flags/all/default" }],
  positionals: [
    { contract: list, positionals: [{ ...id, name: "decisionId" }], path: "/positionals/0/name" },
    { contract: list, positionals: [{ ...id, type: "boolean" }], path: "/positionals/0/type" },
    { contract: list, positionals: [{ ...id, type: "enum" }], path: "/positionals/0/enum_values" }
  ],
  "positional-order": [
    {
      contract: list,
      positionals: [
        { ...id, required: false },
        { ...id, name: "to" }
      ],
      path: "/positionals/1/required"
    }
  ],
  "positional-variadic": [
    {
      contract: list,
      positionals: [
        { ...id, variadic: true },
        { ...id, name: "to" }
      ],
      path: "/positionals/0/variadic"
    }
  ],
  "positional-name": [{ contract: list, positionals: [id, id], path: "/positionals/1/name" }]
}
