/** Variables that agents set for the commands they run. Only that one is set counts, never its value. */
export const agentVariables: readonly string[] = [
  "AGENT",
  "AI_AGENT",
  "AMP_CURRENT_THREAD_ID",
  "ANTIGRAVITY_AGENT",
  "AUGMENT_AGENT",
  "CLAUDECODE",
  "CLAUDE_CODE",
  "CLAUDE_CODE_ENTRYPOINT",
  "CLINE_ACTIVE",
  "CODEX_CI",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "COPILOT_CLI",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "GOOSE_TERMINAL",
  "OPENCODE",
  "OPENCODE_CLIENT",
  "QWEN_CODE"
]

/** Programs that are agents, by file name. */
export const agentPrograms: ReadonlySet<string> = new Set([
  "aider",
  "amp",
  "auggie",
  "claude",
  "cline",
  "codex",
  "copilot",
  "crush",
  "cursor-agent",
  "gemini",
  "goose",
  "opencode",
  "qwen"
])

/** Programs that open a pseudo-terminal so that another program can type into it. */
export const ptyPrograms: ReadonlySet<string> = new Set(["expect", "script", "socat", "unbuffer"])

/** Interpreters: a session that one of them opened is seldom a person's terminal window. */
export const interpreters = /^(?:bun|deno|node|perl|python|ruby)[\d.]*$/

/** Programs that keep terminals alive for people; noted, and nothing unusual. */
export const multiplexers: ReadonlySet<string> = new Set(["screen", "tmux", "zellij"])
