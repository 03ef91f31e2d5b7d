import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type EraseReport, NAME_FORMS } from '@mneme/core/domain/forgetting-and-merging.js';
import { NameMatcher } from '@mneme/core/domain/name-matcher.js';
import type { OperationContext } from '@mneme/core/operations/operation.js';
import { allOperations } from '@mneme/mneme/operations/table.js';
import { type Caller, hasRightsOf, mayRead } from '../auth/admission.js';

const WORK_STATES = ['running', 'done', 'failed', 'cancelled'] as const;

/** A job as every protocol shows it. */
export const WorkOutput = z.strictObject({
  id: z.string(),
  bank: z.string(),
  operation: z.string(),
  state: z.enum(WORK_STATES),
  progress: z.strictObject({ done: z.number(), total: z.number() }).nullable(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  result: z.unknown().describe('The operation’s output, when it is done.'),
  error: z.unknown().describe('Why it failed.'),
});

/** A job that continues after its request was answered; `progress` is null until it reports any. */
export type Work = Readonly<z.output<typeof WorkOutput>>;

/** Owner and purpose of a job. */
interface AskedWork {
  readonly caller: Caller;
  readonly bank: string;
  readonly operation: string;
}

interface Held {
  work: Work;
  readonly caller: Caller;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
  /** Milliseconds that its end is promised to be retained; 0 where only the latest are. */
  readonly keptMs: number;
}

/** Finished jobs that are retained, the latest: per caller, and in total. */
const KEPT = { caller: 50, all: 1_000 };
/** Maximum jobs running or queued: per key, per bank, and in total. */
const MAX_RUNNING = { caller: 4, bank: 8, all: 64 };
/** Separate limits for erasures, examinations and backups. */
const MAX_URGENT = { caller: 2, bank: 4, all: 8 };

type Places = typeof MAX_RUNNING;

/**
 * The jobs of this process, by id. They end with the process, but what they committed stays. A job is visible to, and
 * stoppable by, only callers with at least its caller's rights: what it reports may be of other banks, or of the
 * whole file.
 */
export class LongWork {
  readonly #held = new Map<string, Held>();
  /** Slots reserved for jobs that have not begun, such as an upload in progress. */
  readonly #reserved = new Map<AskedWork, Promise<Work>>();
  #closed = false;

  /** `fault` receives internal failures. */
  constructor(private readonly fault: (error: unknown) => void) {}

  /**
   * Starts a job and returns at once. `perform` resolves to JSON. Its end is retained for `keptMs` at least. Throws
   * `rate_limited` at the limit, also of ends to retain.
   */
  start(
    asked: AskedWork,
    perform: (context: OperationContext) => Promise<string>,
    keptMs = 0,
  ): Work {
    this.#assertRoom(asked);
    const promised = [...this.#held.values()].filter(
      (held) => held.keptMs > 0 && !isOver(held, Date.now()),
    );
    const own = promised.filter(({ caller }) => caller.id === asked.caller.id);
    if (keptMs > 0 && (own.length >= KEPT.caller || promised.length >= KEPT.all))
      throw tooManyJobs(`${own.length} results of yours are kept`);
    return this.#start(asked, perform, keptMs);
  }

  /**
   * Reserves a slot for a job that first needs its input, which `prepare` waits for. Throws `rate_limited`, and what
   * `prepare` throws.
   */
  async reserve(
    asked: AskedWork,
    prepare: () => Promise<(context: OperationContext) => Promise<string>>,
  ): Promise<Work> {
    this.#assertRoom(asked);
    const work = prepare().then((perform) => this.#start(asked, perform));
    this.#reserved.set(asked, work);
    try {
      return await work;
    } finally {
      this.#reserved.delete(asked);
    }
  }

  #start(
    { caller, bank, operation }: AskedWork,
    perform: (context: OperationContext) => Promise<string>,
    keptMs = 0,
  ): Work {
    const id = `o_${randomBytes(8).toString('hex')}`;
    const stop = new AbortController();
    if (this.#closed) stop.abort();
    const work: Work = {
      id,
      bank,
      operation,
      state: 'running',
      progress: null,
      startedAt: Date.now(),
      endedAt: null,
      result: null,
      error: null,
    };
    const onProgress = (done: number, total: number): void =>
      this.#change(id, { progress: { done, total } });
    const ended = perform({ signal: stop.signal, onProgress }).then(
      (text) =>
        this.#change(id, {
          state: 'done',
          endedAt: Date.now(),
          result: operation === 'erase' ? withoutNames(text) : (JSON.parse(text) as unknown),
        }),
      (error: unknown) => this.#fail(id, stop.signal.aborted, error),
    );
    this.#held.set(id, { work, caller, stop, ended, keptMs });
    this.#forget();
    return work;
  }

  /** Jobs on a bank that the caller may see, latest first. */
  list(caller: Caller, bank: string): Work[] {
    return [...this.#held.values()]
      .filter((held) => held.work.bank === bank && hasRightsOf(caller, held.caller))
      .map(({ work }) => shown(work, caller))
      .reverse();
  }

  /** Throws `not_found`, also for a job of another bank, and for one that the caller may not see. */
  get(caller: Caller, bank: string, id: string): Work {
    return shown(this.#find(caller, bank, id).work, caller);
  }

  /** {@link get} for the caller that started it alone. */
  getOwn(caller: Caller, bank: string, id: string): Work {
    const { work } = this.#find(caller, bank, id);
    if (this.#held.get(id)?.caller.id === caller.id) return shown(work, caller);
    throw noWork(id);
  }

  /** Stops a job between two commits, and waits until it has stopped. What was committed stays. Throws `not_found`. */
  async cancel(caller: Caller, bank: string, id: string): Promise<Work> {
    const held = this.#find(caller, bank, id);
    held.stop.abort();
    await held.ended;
    return shown(held.work, caller);
  }

  /** Removes the names of an erased person from everything that is retained here. */
  forgetNames(names: readonly string[]): void {
    const matcher = matcherOf(names);
    for (const held of this.#held.values()) {
      const { result, error } = held.work;
      held.work = {
        ...held.work,
        result: matcher.redactAll(result),
        error: matcher.redactAll(error),
      };
    }
  }

  /** Stops all jobs between two commits. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { stop } of this.#running()) stop.abort();
    await Promise.allSettled(this.#reserved.values());
    await Promise.all(this.#running().map(({ ended }) => ended));
  }

  #assertRoom({ caller, bank, operation }: AskedWork): void {
    const urgent = isUrgent(operation);
    const most: Places = urgent ? MAX_URGENT : MAX_RUNNING;
    const all = [
      ...this.#reserved.keys(),
      ...this.#running().map((held) => ({ ...held.work, caller: held.caller })),
    ].filter((each) => isUrgent(each.operation) === urgent);
    const own = all.filter((each) => each.caller.id === caller.id);
    const here = all.filter((each) => each.bank === bank);
    const full =
      own.length >= most.caller && caller.actor !== null
        ? `${own.length} long operations of yours are`
        : here.length >= most.bank
          ? `${here.length} long operations on this bank are`
          : all.length >= most.all
            ? `${all.length} long operations are`
            : null;
    if (full === null) return;
    throw tooManyJobs(`${full} going on`);
  }

  #find(caller: Caller, bank: string, id: string): Held {
    const held = this.#held.get(id);
    if (held !== undefined && held.work.bank === bank && hasRightsOf(caller, held.caller))
      return held;
    throw noWork(id);
  }

  #running(): Held[] {
    return [...this.#held.values()].filter(({ work }) => work.state === 'running');
  }

  #change(id: string, changed: Partial<Work>): void {
    const held = this.#held.get(id);
    if (held !== undefined) held.work = { ...held.work, ...changed };
  }

  #fail(id: string, stopped: boolean, error: unknown): void {
    const known = MnemeError.is(error);
    if (!known) this.fault(error);
    this.#change(id, {
      state: stopped ? 'cancelled' : 'failed',
      endedAt: Date.now(),
      error: known ? JSON.parse(JSON.stringify(error)) : { message: 'A fault of the server.' },
    });
  }

  #forget(): void {
    const now = Date.now();
    const ended = [...this.#held.values()].filter((held) => isOver(held, now));
    const own = new Map<string, number>();
    for (const [at, { work, caller }] of ended.reverse().entries()) {
      const before = own.get(caller.id) ?? 0;
      own.set(caller.id, before + 1);
      if (at >= KEPT.all || before >= KEPT.caller) this.#held.delete(work.id);
    }
  }
}

/** Whether it has ended, and nobody was promised to find it still. */
const isOver = ({ work, keptMs }: Held, now: number): boolean =>
  work.endedAt !== null && work.endedAt + keptMs <= now;

const tooManyJobs = (full: string): MnemeError =>
  new MnemeError('rate_limited', `${full} already.`, {
    value: 5,
    hint: 'Wait for one of them, or cancel it.',
  });

const noWork = (id: string): MnemeError =>
  new MnemeError('not_found', 'There is no such operation.', {
    field: 'id',
    value: id,
    hint: 'Operations are known until the server ends.',
  });

const VERBS = allOperations();

const isUrgent = (operation: string): boolean =>
  operation === 'backup' || VERBS[operation]?.served?.line === 'urgent';

/** The result is only for callers that may read. */
const shown = (work: Work, caller: Caller): Work =>
  mayRead(caller) ? work : { ...work, result: null };

const matcherOf = (names: readonly string[]): NameMatcher =>
  new NameMatcher(names.map((text) => ({ text, common: false, writing: NAME_FORMS })));

/** Drops the erased names from an erasure's report, as nothing else retains them. */
function withoutNames(report: string): unknown {
  const { done, names } = JSON.parse(report) as Pick<EraseReport, 'done' | 'names'>;
  const told = JSON.parse(report) as unknown;
  return done ? matcherOf(names).redactAll(told) : told;
}
