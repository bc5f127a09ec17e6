import { describe } from "vitest"
import { testOffTerminal } from "./support/hold.ts"
import { loadFailures } from "./ways-in/load-failures.ts"

describe.each([4, 5] as const)("a plugin that does not load", (major) => testOffTerminal(loadFailures, major))
