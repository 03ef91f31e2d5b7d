import { EMPTY_CHANGE } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import type { CurationTask } from '@mneme/core/domain/night.js';
import type { IdleJob, IdleRound } from '@mneme/core/kernel/module.js';
import { type LeasedJob, renewLease } from '@mneme/core/bank/leased-jobs.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import {
  addQuestions,
  type IdleState,
  type JobProgress,
  type NightState,
  reasonOf,
  withNight,
} from './night-state.js';

/** Duration of a turn before other writes get theirs. */
const TURN_MS = 12;
/** Minimum interval between saves of the progress: after a kill, that much is repeated. */
const NOTED_EVERY_MS = 500;
const MEGABYTE = 1_048_576;
/** Maximum number of retries of a turn that lost to another process' write; then the job waits for the next night. */
const MAX_TRIES = 50;

export interface NightParts extends OpenedBank {
  readonly note: LeasedJob<IdleState>;
  readonly holder: string;
  readonly jobs: readonly IdleJob<OpenedBank>[];
}

export interface NightControl {
  /** Reason to stop, or null: checked before each turn. */
  readonly stop: () => string | null;
  /** Resolves when there was no request for a moment. */
  readonly quiet: () => Promise<void>;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs a night until it is done, its limits are reached, or it is stopped. Returns its last state. */
export class NightWork {
  #night: NightState;
  #notedAt: number;
  readonly #begunAt: number;
  readonly #heap: number;

  constructor(
    night: NightState,
    private readonly parts: NightParts,
    private readonly control: NightControl,
  ) {
    const { clock, memoryInUse } = parts;
    this.#night = withJobs(night, parts);
    this.#begunAt = clock.ticks();
    this.#notedAt = this.#begunAt;
    this.#heap = memoryInUse();
  }

  async run(): Promise<NightState> {
    for (const job of this.parts.jobs) {
      const stopped = await this.#work(job);
      if (stopped !== null) {
        this.#night = { ...this.#night, stopped };
        break;
      }
    }
    this.#spend();
    return this.#night;
  }

  /** Runs one job to its end; returns why the night is to stop, or null. */
  async #work(job: IdleJob<OpenedBank>): Promise<string | null> {
    let tries = 0;
    for (;;) {
      const progress = this.#progress(job.name);
      if (progress === undefined || progress.finished || progress.failed !== null) return null;
      await this.control.quiet();
      const stopped = this.control.stop() ?? this.#spent() ?? (await this.#lost());
      if (stopped !== null) return stopped;
      try {
        const round = await this.#turn(job, progress);
        tries = 0;
        await this.#keep(progress, round);
      } catch (error) {
        if (MnemeError.is(error) && error.code === 'conflict' && ++tries < MAX_TRIES) continue;
        if (MnemeError.is(error) && ENDING.has(error.code)) throw error;
        this.#replace({ ...progress, failed: whyFailed(error) });
        await this.#note();
      }
    }
  }

  /** Reads and writes in the bank's write queue: what was read still holds when the step is written. */
  #turn(job: IdleJob<OpenedBank>, { cursor }: JobProgress): Promise<IdleRound> {
    const { parts } = this;
    const { bank, store, state, clock, actor, writes } = parts;
    return writes.run(async () => {
      await state.follow();
      if (state.erased) throw gone();
      const expectedSequence = state.sequence;
      const until = clock.ticks() + TURN_MS;
      const round = await job.turn(parts, cursor, {
        over: () => clock.ticks() >= until,
        upTo: this.#night.from,
        now: clock.now(),
      });
      const { step } = round;
      if (step !== undefined)
        await store.commit(
          {
            ...EMPTY_CHANGE,
            ...step.put,
            bank,
            at: clock.now(),
            verb: 'dream',
            actor,
            reason: reasonOf(this.#night.id, step),
          },
          { expectedSequence },
        );
      return round;
    });
  }

  async #keep(progress: JobProgress, round: IdleRound): Promise<void> {
    const { cursor, done, total, step, asks = [] } = round;
    const made = step === undefined ? 0 : 1;
    this.#night = { ...this.#night, steps: this.#night.steps + made };
    this.#replace({
      ...progress,
      cursor,
      done,
      total,
      steps: progress.steps + made,
      finished: cursor === null,
    });
    await this.#ask(asks);
    if (cursor === null || this.parts.clock.ticks() - this.#notedAt >= NOTED_EVERY_MS)
      await this.#note();
    const { jobs } = this.#night;
    const share = (each: JobProgress): number =>
      each.finished ? 1 : each.total === 0 ? 0 : each.done / each.total;
    this.control.onProgress?.(
      Math.round((100 * jobs.reduce((sum, each) => sum + share(each), 0)) / jobs.length),
      100,
    );
  }

  #ask(asks: readonly CurationTask[]): Promise<void> {
    return addQuestions(this.parts.bank, this.parts.store, asks);
  }

  /** Saves the progress and renews the lease. */
  async #note(): Promise<void> {
    const { note, holder, clock } = this.parts;
    this.#spend();
    this.#notedAt = clock.ticks();
    await note.revise((state) => {
      const lease = renewLease(state.lease, holder, clock.now());
      return lease === null ? state : { ...withNight(state, this.#night), lease };
    });
  }

  /**
   * Whether another process has taken the lease, or the night was told to stop; checked as often as the progress is
   * saved.
   */
  async #lost(): Promise<string | null> {
    const { note, holder, clock } = this.parts;
    if (clock.ticks() - this.#notedAt < NOTED_EVERY_MS) return null;
    const { lease, stop } = await note.now();
    if (lease?.holder !== holder) return 'another process took it over';
    await this.#note();
    return stop === this.#night.id ? 'somebody stopped it' : null;
  }

  #spent(): string | null {
    const { limits, steps } = this.#night;
    this.#spend();
    if (this.#night.spentMs >= limits.ms) return 'its time is spent';
    if (steps >= limits.changes) return 'it made as many changes as it may';
    if (this.parts.memoryInUse() - this.#heap >= limits.megabytes * MEGABYTE)
      return 'the process has grown by as much as it may';
    return null;
  }

  #spend(): void {
    this.#night = {
      ...this.#night,
      spentMs: Math.max(0, this.parts.clock.ticks() - this.#begunAt),
    };
  }

  #progress(name: string): JobProgress | undefined {
    return this.#night.jobs.find((each) => each.name === name);
  }

  #replace(progress: JobProgress): void {
    this.#night = {
      ...this.#night,
      jobs: this.#night.jobs.map((each) => (each.name === progress.name ? progress : each)),
    };
  }
}

/** Errors after which no job can go on. */
const ENDING: ReadonlySet<string> = new Set([
  'disk_full',
  'read_only',
  'corrupt',
  'locked',
  'closed',
  'interrupted',
  'not_found',
]);

const gone = (): MnemeError =>
  new MnemeError('interrupted', 'Something was erased from the bank while it dreamed.', {
    hint: 'The night goes on with what is left: mneme dream.',
  });

function whyFailed(error: unknown): string {
  if (MnemeError.is(error)) return `it failed: ${error.code}`;
  return `it threw ${error instanceof Error ? error.name : 'no error'}`;
}

/** A night with all jobs: known ones resume where their version is the same, others start from the beginning. */
function withJobs(night: NightState, { jobs, clock }: NightParts): NightState {
  return {
    ...night,
    startedAt: night.startedAt ?? clock.now(),
    stopped: null,
    jobs: jobs.map(({ name, version }): JobProgress => {
      const known = night.jobs.find((each) => each.name === name && each.version === version);
      return (
        known ?? {
          name,
          version,
          cursor: null,
          done: 0,
          total: 0,
          steps: 0,
          finished: false,
          failed: null,
        }
      );
    }),
  };
}
