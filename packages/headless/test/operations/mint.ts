import type { Mint } from "../../src/operations/mint.ts"
import { sha256 } from "../protocol/play.ts"

/** Ids that are the same each time. */
export const mint: Mint = { instance_id: "I-0123456789", change_id: "C-0123456789", input_id: "X-1", sha256 }
