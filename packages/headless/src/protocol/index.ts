export { type CarriedTurn, carriedTurn, type Chain, chainAfter } from "./chain.ts"
export { closureOfEvent, type RunClosure } from "./closure.ts"
export { stateDiagram } from "./diagram.ts"
export { canExecute, dueOperation, nextOrdinal, wireAttempts } from "./due.ts"
export type { ClosingEvent, EventKind, EventOf, Intent, RunEvent, TurnOpened } from "./event.ts"
export type { Analysis, BlockingBasis, Finding, OpenRoute, Tier } from "./fields.ts"
export { type GateAction, gateCommands, gateWords } from "./gate-words.ts"
export {
  type HarnessError,
  harnessError,
  type HarnessErrorCategory,
  type ProviderAttempt
} from "./harness-error.ts"
export type { IllegalEvent, IllegalReason } from "./illegal-event.ts"
export type { IntentKind } from "./intents.ts"
export { brokenInvariants, type Invariant } from "./invariants.ts"
export { type LogEvent, logEvent, type ReadEvent, readLogEvent } from "./log-event.ts"
export { type NextStep, nextStep } from "./next-step.ts"
export { isExecution, type Operation, type OperationRule, operations } from "./operation.ts"
export { exitOf, type RunExitOf, type RunOutcome } from "./outcome.ts"
export { outcomeOf, type RunFacts } from "./outcome-of.ts"
export { type GateReading, readGateLine } from "./read-gate-line.ts"
export { repairLeft, repairsAllowed } from "./repairs.ts"
export { replay, type Replayed } from "./replay.ts"
export { type Gate, type Place, type Stage, stages } from "./stage.ts"
export {
  type Artifact,
  type CandidateReply,
  closureOf,
  type Execution,
  type InFlight,
  isClosed,
  openTurn,
  type PendingChange,
  type PendingInput,
  type Plan,
  type Reply,
  type Result,
  type RunState,
  type SuppliedInput
} from "./state.ts"
export { lastLine, type TakenLines, takeLines } from "./stdin-lines.ts"
export { type TransitionRow, transitions } from "./table.ts"
export { type Transition, transition } from "./transition.ts"
