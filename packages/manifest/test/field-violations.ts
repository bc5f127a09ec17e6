import { list } from "./contracts.ts"
import { exits, plain, success, type Violation, without, wrong } from "./broken-contracts.ts"

/** For every field of a contract, the declarations its rule must refuse. */
export const fieldViolations: Readonly<Record<string, readonly Violation[]>> = {
  "danger-level": [
    wrong("danger_level", "risky"),
    { contract: without(list, "danger_level"), path: "/danger_level" }
  ],
  idempotent: [wrong("idempotent", "yes")],
  "required-scopes": [
    wrong("required_scopes", "a"),
    { contract: without(list, "required_scopes"), path: "/required_scopes" }
  ],
  "exit-codes": [
    { contract: without(list, "exit_codes"), path: "/exit_codes" },
    wrong("exit_codes", []),
    { contract: plain(exits({ "04": success })), path: "/exit_codes/04" },
    { contract: plain(exits({ "-1": success })), path: "/exit_codes/-1" },
    { contract: plain(exits({ "5": { ...success, description: "" } })), path: "/exit_codes/5/description" },
    {
      contract: plain(exits({ "5": { ...success, description: "é".repeat(121) } })),
      path: "/exit_codes/5/description"
    },
    {
      contract: plain(exits({ "5": without(success as object, "retryable") })),
      path: "/exit_codes/5/retryable"
    },
    {
      contract: plain(exits({ "5": { ...success, side_effects: "some" } })),
      path: "/exit_codes/5/side_effects"
    },
    {
      contract: plain(exits({ "5": { ...success, error_codes: ["no"] } })),
      path: "/exit_codes/5/error_codes/0"
    },
    {
      contract: plain(exits({ "5": { ...success, error_codes: ["AB", "AB"] } })),
      path: "/exit_codes/5/error_codes"
    },
    { contract: plain(exits({ "5": { ...success, colour: "red" } })), path: "/exit_codes/5/colour" }
  ],
  "output-schema": [wrong("output_schema", [])],
  "output-formats": [wrong("output_formats", "json")],
  "output-media-types": [wrong("output_media_types", {})],
  builtin: [wrong("builtin")],
  "output-file": [wrong("output_file", "raw")],
  "output-file-base": [wrong("output_file_base", "home")],
  stdin: [wrong("stdin", { mode: "lines", max_bytes: 3 }).contract].map((contract) => ({
    contract,
    path: "/stdin/max_bytes"
  })),
  arguments: [wrong("arguments", "rest")],
  "help-argv": [wrong("help_argv", [])],
  stderr: [wrong("stderr", "log")],
  stdout: [wrong("stdout", "json")],
  protocol: [wrong("protocol", "MCP")],
  mcp: [wrong("mcp", true), wrong("mcp", null), wrong("mcp", "false")],
  "option-placement": [wrong("option_placement", "first")],
  interactive: [wrong("interactive", "true")],
  "requires-person": [false, null, "true", 1].map((value) => wrong("requires_person", value)),
  "has-network-io": [wrong("has_network_io")],
  steps: [wrong("steps", [1]).contract].map((contract) => ({ contract, path: "/steps/0" })),
  "spawns-background-process": [wrong("spawns_background_process")],
  "cleanup-command": [wrong("cleanup_command")],
  "max-lifetime-seconds": [wrong("max_lifetime_seconds", 0), wrong("max_lifetime_seconds", 1.5)],
  "filesystem-side-effects": [wrong("filesystem_side_effects", {})],
  "secret-env-vars": [wrong("secret_env_vars")],
  platform: [wrong("platform", "linux")],
  "required-tools": [wrong("required_tools", ["git"])],
  subprocess: [wrong("subprocess", "git")],
  "headless-supported": [wrong("headless_supported")],
  "token-env-vars": [wrong("token_env_vars")],
  async: [wrong("async")],
  "job-descriptor-schema": [wrong("job_descriptor_schema")],
  interruption: [wrong("interruption", { detach: false, resume: false })],
  "requires-editor": [wrong("requires_editor")],
  "non-interactive-alternatives": [wrong("non_interactive_alternatives")],
  "gui-operations": [wrong("gui_operations")],
  "headless-behavior": [wrong("headless_behavior", "wait")],
  "config-write-scope": [wrong("config_write_scope", "world")],
  requires: [
    { contract: plain({ requires: [{ one_of: ["a"] }] }), path: "/requires/0/one_of" },
    { contract: plain({ requires: [{ if_flag: "a", one_of: ["a", "b"] }] }), path: "/requires/0" }
  ],
  "streaming-default": [wrong("streaming_default")],
  "safe-default": [wrong("safe_default")],
  "confirm-flag": [wrong("confirm_flag", "--yes"), wrong("confirm_flag", "")]
}
