import { describe } from "vitest"
import { testOffTerminal } from "./support/hold.ts"
import { otherPlugins } from "./ways-in/other-plugins.ts"

describe.each([4, 5] as const)("what other plugins do", (major) => testOffTerminal(otherPlugins, major))
