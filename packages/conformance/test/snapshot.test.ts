import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"

import { changed, snapshot } from "../src/snapshot.ts"

it("tells a changed, new, gone, renamed or relinked file from one that was only touched", () => {
  const folder = mkdtempSync(join(tmpdir(), "byhand-snapshot-"))
  const file = join(folder, "deep", "file")
  mkdirSync(join(folder, "deep"))
  writeFileSync(file, "one")
  const look = (): ReturnType<typeof snapshot> => snapshot([folder, join(folder, "new")])
  const changes = (act: () => void): readonly string[] => {
    const before = look()
    act()
    return changed(before, look())
  }
  expect(changes(() => utimesSync(file, 1, 1))).toEqual([])
  expect(changes(() => writeFileSync(file, "two"))).toEqual([folder])
  expect(changes(() => renameSync(file, `${file}2`))).toEqual([folder])
  expect(changes(() => writeFileSync(join(folder, "new"), ""))).toEqual([folder, join(folder, "new")])
  expect(changes(() => symlinkSync("one", join(folder, "link")))).toEqual([folder])
  expect(changes(() => rmSync(join(folder, "link")))).toEqual([folder])
  expect(changes(() => symlinkSync("two", join(folder, "link")))).toEqual([folder])
  rmSync(folder, { recursive: true })
})
