import { ruleBetween } from "./rule-between.ts"

const passthrough = { arguments: ["passthrough"] } as const

/** What the fields of one command say about each other. */
export const commandRules = [
  // REQ-C-023, REQ-C-021, REQ-C-024, REQ-O-001
  ruleBetween({ when: { requires_editor: [true] }, needs: ["non_interactive_alternatives"] }),
  ruleBetween({ when: { headless_supported: [false] }, needs: ["token_env_vars"] }),
  ruleBetween({ when: { gui_operations: "any" }, needs: ["headless_behavior"] }),
  ruleBetween({ when: { output_file_base: "any" }, needs: ["output_file"] }),
  // REQ-C-031
  ruleBetween({
    when: passthrough,
    needs: ["option_placement"],
    only: { option_placement: ["strict"], danger_level: ["safe", "mutating"] },
    empty: ["flags", "positionals"],
    without: { confirm_flag: "any" }
  }),
  ruleBetween({ when: { help_argv: "any" }, needs: ["arguments"], only: passthrough }),
  ruleBetween({ when: { stderr: "any" }, without: passthrough }),
  // REQ-C-032
  ruleBetween({
    when: { stdout: "any" },
    needs: ["protocol"],
    without: {
      ...passthrough,
      stderr: "any",
      stdin: "any",
      interactive: [true],
      streaming_default: [true],
      output_file: "any",
      output_schema: "any",
      output_formats: "any",
      output_media_types: "any",
      async: [true],
      spawns_background_process: [true],
      cleanup_command: "any",
      max_lifetime_seconds: "any",
      interruption: "any",
      confirm_flag: "any",
      safe_default: [true]
    }
  }),
  ruleBetween({ when: { protocol: "any" }, needs: ["stdout"] }),
  // REQ-O-048
  ruleBetween({
    when: { confirm_flag: "any" },
    only: { danger_level: ["mutating", "destructive"], safe_default: [false] }
  }),
  // REQ-C-033
  ruleBetween({
    when: { interruption: "any" },
    holds: { exit_codes: ["14"] },
    without: { async: [true], streaming_default: [true], stdout: "any" }
  }),
  // REQ-C-036
  ruleBetween({
    when: { requires_person: "any" },
    needs: ["interactive", "mcp"],
    only: { interactive: [true], mcp: [false] }
  })
] as const
