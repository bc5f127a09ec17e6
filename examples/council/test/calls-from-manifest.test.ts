import type { ManifestResponse } from "../../../packages/manifest/src/index.ts"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { afterAll, beforeAll, expect, it } from "vitest"
import { callsOf } from "../../../packages/manifest/test/calls-of-manifest.ts"
import { InstalledCouncil } from "./support/installed-council.ts"

/** How a program ends that is interrupted once it shows the first of what may have no end. */
async function endOf(words: readonly string[], options: { env: Record<string, string>; cwd: string }) {
  const child = spawn(words[0] as string, words.slice(1), { ...options, stdio: ["ignore", "pipe", "ignore"] })
  let stdout = ""
  child.stdout.on("data", (text) => {
    stdout += String(text)
    // Once: a second Ctrl-C ends a program at once, whatever it still has to say.
    if (!child.killed && /^(?!\{"ok"|\{"_summary")./m.test(stdout)) child.kill("SIGINT")
  })
  const [exitCode] = (await once(child, "close")) as [number]
  return { exitCode, stdout }
}

let council: InstalledCouncil
beforeAll(() => void (council = new InstalledCouncil(4)))
afterAll(() => council?.remove())

it("can be called rightly, every command, by who has read nothing but the manifest", async () => {
  const home = await council.home("D-1")
  const call = async (words: readonly string[]) => {
    const run = await endOf([home.bin, ...words], { env: home.env, cwd: home.folder })
    // A server that ends in peace says nothing; every other command says all in one document.
    const last = run.stdout.trimEnd().split("\n").at(-1)
    const { error = null } = last ? JSON.parse(last) : {}
    return { exitCode: run.exitCode, code: (error as { code: string } | null)?.code }
  }
  const { envelope } = await home.agent("manifest")
  const { commands, exit_codes = {} } = envelope.data as unknown as ManifestResponse
  expect(Object.keys(commands)).toEqual(
    expect.arrayContaining(["decisions.approve", "decisions.purge", "manifest", "mcp.serve"])
  )
  const calls = Object.entries(commands).flatMap(([path, entry]) =>
    callsOf(path, entry).map((words) => ({ entry, words }))
  )
  for (const { entry, words } of calls) {
    const { exitCode, code } = await call(words)
    const line = words.join(" ")
    expect(code, line).not.toBe("INVALID_ARGUMENTS")
    expect({ ...exit_codes, ...entry.exit_codes }, line).toHaveProperty([String(exitCode)])
    // A person's command is refused as the document says, unless it is only shown what it would do.
    if (entry.requires_person === true && !words.includes("--dry-run") && entry.confirm_flag === undefined)
      expect([exitCode, code], line).toEqual([4, "PERSON_REQUIRED"])
  }
  expect(await call(["decisions", "show"])).toEqual({ exitCode: 2, code: "INVALID_ARGUMENTS" })
  expect(await call(["decisions", "list", "--nope"])).toEqual({ exitCode: 2, code: "INVALID_ARGUMENTS" })
})
