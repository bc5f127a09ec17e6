export interface LegacyWiring {
  readonly installed?: boolean
  readonly listed?: boolean
  readonly guarded?: boolean
  readonly launcher?: "cjs" | "esm" | undefined
}
export function makeLegacyHost(
  root: string,
  major: 4 | 5,
  wiring?: LegacyWiring
): { readonly root: string; readonly bin: string }
// A cached command holds anything.
// oxlint-disable-next-line typescript/no-explicit-any
export function manifestOf(root: string): Promise<{ version: string; commands: Record<string, any> }>
export function installPlugin(root: string, major: 4 | 5): void
export function linkCore(root: string, major: 4 | 5): void
// The shape of an edited file is the editor's business.
// oxlint-disable-next-line typescript/no-explicit-any
export function editJson(file: string, edit: (value: any) => void): void
