import { PersonCommand } from "@byhand/oclif"
import { Args, type Command } from "@oclif/core"
import type { Decision, Step } from "./decisions/decision.ts"
import { decisionsOf } from "./home.ts"

/** A step of a decision that a person takes: what was shown to them is what is recorded, or nothing is. */
export abstract class DecisionStep<C extends typeof Command> extends PersonCommand<C> {
  static override args = { id: Args.string({ required: true, description: "ID of the decision" }) }

  /** The step, in the store's words. */
  protected abstract readonly step: Step
  #shown: Decision | undefined

  /** The question, above the decision's title. */
  protected abstract question(decision: Decision): string

  async attestation() {
    this.#shown = await decisionsOf(this.config).openFor(this.step, this.#id)
    const { id, title } = this.#shown
    return { statement: `${this.question(this.#shown)}\n\n  ${title}`, expected: id }
  }

  /** What the step would do, for a preview. */
  protected async wouldAffect(): Promise<Decision> {
    return decisionsOf(this.config).openFor(this.step, this.#id)
  }

  protected async take(): Promise<Decision> {
    if (this.#shown === undefined) throw new Error("The decision was not shown to anyone.")
    return decisionsOf(this.config)[this.step](this.#id, this.attested, this.#shown)
  }

  get #id(): string {
    return this.args["id"] as string
  }
}
