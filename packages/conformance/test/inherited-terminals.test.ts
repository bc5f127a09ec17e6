import { expect, it } from "vitest"

import { holds, letsGo, withoutInheritedTerminals } from "../src/inherited-terminals.ts"

it.runIf(process.platform === "linux")("closes a descriptor that a new terminal got from an old one", () => {
  const [old, fresh] = [{}, {}]
  expect(withoutInheritedTerminals(["cat"], {})).toEqual(["cat"])
  holds(old, 119)
  holds(fresh, 119)
  letsGo(old)
  const [, , , , script, , ...rest] = withoutInheritedTerminals(["cat", "a b"], { A: "1 2" })
  expect(script).toBe('exec 119>&-; exec /usr/bin/env -i "$@"')
  expect(rest).toEqual(["A=1 2", "cat", "a b"])
  letsGo(fresh)
  expect(withoutInheritedTerminals(["cat"], {})).toEqual(["cat"])
})
