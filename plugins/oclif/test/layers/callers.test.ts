import { describe } from "vitest"
import { testOffTerminal } from "./support/hold.ts"
import { callers } from "./ways-in/callers.ts"

describe.each([4, 5] as const)("who calls the handler", (major) => testOffTerminal(callers, major))
