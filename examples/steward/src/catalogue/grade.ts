import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { CaseResult, CatalogueCase } from "@byhand/headless/catalogue"

/**
 * What can be said of a deliverable without a person: nothing where no ground truth is needed; PASS where it is the solution
 * to the letter, but for white space at its ends; else a person has to look.
 */
export function gradeOf(
  { ground_truth_status, solution_file }: CatalogueCase,
  deliverable: string | null,
  folder: string
): CaseResult["grade"] {
  if (ground_truth_status === "not_required") return "N/A"
  if (solution_file === null || deliverable === null) return "MANUAL"
  try {
    return readFileSync(join(folder, solution_file), "utf8").trim() === deliverable.trim() ? "PASS" : "MANUAL"
  } catch {
    return "MANUAL"
  }
}
