import { describe } from "vitest"
import { testOffTerminal } from "./support/hold.ts"
import { shapes } from "./ways-in/shapes.ts"

describe.each([4, 5] as const)("how a host is made", (major) => testOffTerminal(shapes, major))
