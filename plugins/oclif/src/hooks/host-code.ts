/**
 * The code that holds a host to the envelope. An ordinary command at a terminal never loads it.
 *
 * It is CommonJS, as the hooks are, and is asked for as CommonJS does: an `import()` would start Node's other loader for it.
 */
export function hostCode(): typeof import("../host/index.ts") {
  return require("../host/index.ts") as typeof import("../host/index.ts")
}
