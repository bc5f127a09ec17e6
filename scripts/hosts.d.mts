/** A folder outside this tree where the packed packages are installed beside one major version of oclif. */
export interface Host {
  readonly major: 4 | 5
  readonly root: string
}

export function hosts(): readonly Host[]

export function project(): { readonly root: string; readonly tarballs: string }
