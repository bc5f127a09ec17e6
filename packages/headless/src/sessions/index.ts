export type { AnswerRecord } from "./answer-record.ts"
export type { AnswerGiven, AnswerTaken } from "./answer-session.ts"
export { type Disk, type FileFacts, nodeDisk } from "./disk.ts"
export { sessionEvents } from "./event-kinds.ts"
export {
  type EffectInFlight,
  type InputRequest,
  type Ledger,
  nextActionId,
  nextInputId,
  nextTurnId,
  type OpenTurn
} from "./ledger.ts"
export type { OwnerRecord } from "./owner-record.ts"
export type { Projection, Projections, StatesOf } from "./projection.ts"
export type { Recovery } from "./recovery.ts"
export { SessionError, type SessionErrorCode, type SessionErrorOptions } from "./session-error.ts"
export { newSessionId } from "./session-id.ts"
export type { SessionView } from "./session-view.ts"
export type { Appended, Session } from "./session.ts"
export { type ListedSession, Sessions, type SessionsOptions } from "./sessions.ts"
export type { SnapshotUse } from "./snapshot.ts"
export { type NewEvent, schemaVersion, type StoredEvent } from "./stored-event.ts"
export type { Verification } from "./verify-session.ts"
