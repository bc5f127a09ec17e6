import type { RunResult } from "@byhand/headless/report"
import type { Told } from "../messages.ts"

/** What a person at a terminal reads on stdout: what the run has published, or what it waits for; and how to go on. */
export function textFor({ envelope }: Told): string {
  const { deliverable, published, question, gate } = envelope.data as unknown as RunResult
  const text = deliverable?.text ?? published ?? question?.body ?? gate?.body ?? ""
  const parts = [text, envelope.error?.suggestion ?? ""].filter((part) => part !== "")
  return parts.map((part) => (part.endsWith("\n") ? part : `${part}\n`)).join("\n")
}
