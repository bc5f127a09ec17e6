/** Where a decision stands. */
export type Status = "proposed" | "approved" | "published" | "revoked"

/** What a person confirmed, as the gate recorded it; further members are kept as they are. */
export interface Attestation {
  readonly statement: string
  readonly expected: string
  readonly confirmed_at: string
}

/** One step that a person took, and the record of it. */
export interface Confirmation {
  readonly status: Exclude<Status, "proposed">
  readonly attestation: Attestation
}

/** A decision: agents propose it, people take every further step. */
export interface Decision {
  readonly id: string
  readonly title: string
  readonly status: Status
  /** ISO 8601, UTC. */
  readonly proposed_at: string
  /** Oldest first. */
  readonly confirmations: readonly Confirmation[]
}

/** What a person sees of a decision before confirming a step, and what must not have changed when the step is taken. */
export type Shown = Pick<Decision, "id" | "title" | "status">

/** The steps a person takes: from which statuses, and to which. */
export const steps = {
  approve: { from: ["proposed"], to: "approved" },
  publish: { from: ["approved"], to: "published" },
  revoke: { from: ["approved", "published"], to: "revoked" }
} as const satisfies Record<string, { from: readonly Status[]; to: Confirmation["status"] }>

export type Step = keyof typeof steps

/** Whether a person can type the ID back, and a shell and a refusal can name it. */
export function isId(id: string): boolean {
  return /^[A-Za-z0-9._:/@-]{1,64}$/.test(id) && !id.startsWith("-")
}

/** Whether the title is one line that says something. Anything else in it is shown escaped where it is confirmed. */
export function isTitle(title: string): boolean {
  const { length } = [...title]
  return length <= 200 && /\S/.test(title) && !/[\n\r\v\f\u0085\u2028\u2029\p{Surrogate}]/u.test(title)
}

/** Whether the decision is still the one that was shown. */
export function isAsShown(decision: Decision, shown: Shown): boolean {
  return decision.id === shown.id && decision.title === shown.title && decision.status === shown.status
}
