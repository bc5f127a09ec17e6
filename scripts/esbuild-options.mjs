/** What every bundle for Node has in common. */
export const nodeBundle = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
  outdir: "dist"
}

/** The same as modules, where what several entries share is a file of its own. */
export const splitModules = { ...nodeBundle, format: "esm", splitting: true }
