import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import {
  type AnswerOptions,
  answerSession,
  Budget,
  type CancelOptions,
  cancelSession,
  type Disk,
  type HarnessFailure,
  headlessLayer,
  Lines,
  type Notice,
  Provider,
  type ProviderCall,
  type ProviderReply,
  replayProvider,
  type ResumeOptions,
  resumeSession,
  Router,
  RunFeed,
  type RunNews,
  type RunOptions,
  type RunReport,
  runProjections,
  type RunServices,
  runSession,
  Sessions,
  StopSignal,
  Store,
  type StoredEvent,
  type Tape,
  Verifier
} from "../../src/index.ts"

/** What a host is made of; what is left out is the default of the library. */
export interface Setting {
  readonly tape?: Tape | undefined
  /** Replies in place of a tape. */
  readonly call?: ((call: ProviderCall) => Effect.Effect<ProviderReply, HarnessFailure>) | undefined
  /** Told of every call before it is made. */
  readonly asked?: ((call: ProviderCall) => void) | undefined
  readonly lines?: readonly string[] | Layer.Layer<Lines> | undefined
  readonly router?: Router["Service"]["route"] | undefined
  readonly budget?: Budget["Service"]["estimate"] | undefined
  readonly verify?: Verifier["Service"]["verify"] | undefined
  readonly tell?: ((news: RunNews) => void) | undefined
  readonly disk?: Disk | undefined
  readonly signal?: Effect.Effect<"SIGINT" | "SIGTERM"> | undefined
}

/** A program that runs tasks: the real controller and the real store, and everything that was asked, told and said. */
export class Host {
  readonly root: string
  readonly calls: ProviderCall[] = []
  readonly news: RunNews[] = []
  readonly notices: Notice[] = []
  readonly #setting: Setting

  /** @param root the folder of its sessions */
  constructor(root: string, setting: Setting) {
    this.root = root
    this.#setting = setting
  }

  /** The same folder in another process: nothing is shared but the disk. What is not given stays. */
  again(setting: Setting = {}): Host {
    return new Host(this.root, { ...this.#setting, lines: undefined, ...setting })
  }

  get sessions() {
    return new Sessions({ root: this.root, projections: runProjections })
  }

  run(options: RunOptions): Promise<RunReport> {
    return this.does(runSession(options))
  }

  resume(options: ResumeOptions): Promise<RunReport> {
    return this.does(resumeSession(options))
  }

  answer(options: Omit<AnswerOptions, "by"> & Partial<AnswerOptions>): Promise<RunReport> {
    return this.does(answerSession({ by: "argument", ...options }))
  }

  cancel(options: CancelOptions): Promise<RunReport> {
    return this.does(cancelSession(options))
  }

  does<A>(work: Effect.Effect<A, never, RunServices>): Promise<A> {
    return Effect.runPromise(this.with(work))
  }

  with<A>(work: Effect.Effect<A, never, RunServices>): Effect.Effect<A> {
    const { signal } = this.#setting
    const whole = Effect.provide(work, this.#layer())
    return signal === undefined ? whole : Effect.provideService(whole, StopSignal, signal)
  }

  #layer(): Layer.Layer<RunServices> {
    const { tape = { turns: [] }, call, lines = [], router, budget, verify, tell, disk } = this.#setting
    const asked: Layer.Layer<Provider> =
      call === undefined ? replayProvider(tape) : Layer.succeed(Provider, { name: "test", call })
    const { root } = this
    const defaults = headlessLayer({
      root,
      provider: Layer.provide(this.#counted, asked),
      lines: Layer.provide(this.#heard, "length" in lines ? Lines.layerOf(lines) : lines),
      router: router === undefined ? undefined : Layer.succeed(Router, { route: router }),
      budget: budget === undefined ? undefined : Layer.succeed(Budget, { estimate: budget }),
      verifier: verify === undefined ? undefined : Layer.succeed(Verifier, { programs: null, verify }),
      feed: Layer.succeed(RunFeed, {
        tell: (news) => {
          this.news.push(news)
          tell?.(news)
          return Effect.void
        },
        events: Stream.never
      })
    })
    return disk === undefined ? defaults : Layer.merge(defaults, Store.layer({ root, disk }))
  }

  /** The provider, with every call of it counted. */
  readonly #counted = Layer.effect(
    Provider,
    Effect.map(Provider, ({ name, call }) => ({
      name,
      call: (asked: ProviderCall) => {
        this.calls.push(asked)
        this.#setting.asked?.(asked)
        return call(asked)
      }
    }))
  )

  /** The lines, with everything that is said beside them. */
  readonly #heard = Layer.effect(
    Lines,
    Effect.map(Lines, ({ by, next, say }) => ({
      by,
      next,
      say: (notice: Notice) => {
        this.notices.push(notice)
        return say(notice)
      }
    }))
  )

  events(sessionId: string): readonly StoredEvent[] {
    return [...this.sessions.events(sessionId)]
  }

  kinds(sessionId: string): readonly string[] {
    return this.events(sessionId).map(({ kind }) => kind)
  }

  /** The operations that were asked for, in their order. */
  get operations(): readonly string[] {
    return this.calls.map(({ operation }) => operation)
  }

  file(sessionId: string, name: string): string {
    return readFileSync(join(this.root, sessionId, name), "utf8")
  }
}
