import { MnemeError } from '@mneme/core/domain/errors.js';
import { isHeld, LeasedJob, acquireLease } from '@mneme/core/bank/leased-jobs.js';
import type { ParsedDream } from '@mneme/core/domain/night.js';
import { MINUTE } from '@mneme/core/domain/time.js';
import type { BankPart } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import {
  resumeOrBegin,
  archiveNight,
  newNight,
  NOTE,
  readIdle,
  withNight,
  type IdleState,
  type NightState,
} from './night-state.js';
import { NightWork } from './work-night.js';

/** A night that a person requested resumes after this time without requests. */
const QUIET_MS = 1_000;

export interface NightOptions {
  readonly by: NightState['by'];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs the nights of one opened bank: in one process at a time, yielding to requests. */
export class NightRunner implements BankPart {
  readonly note: LeasedJob<IdleState>;
  readonly #holder: string;
  #stopped: string | null = null;
  /** Ends a wait for quiet at once. */
  #endWait: (() => void) | null = null;
  #working: Promise<NightState> | null = null;
  #by: NightState['by'] = 'person';
  /** Requests received during the night, and the count up to which it has waited. */
  #asked = 0;
  #heard = 0;

  constructor(private readonly opened: OpenedBank) {
    this.#holder = opened.newId('x');
    this.note = new LeasedJob(NOTE, { ...opened, holder: this.#holder }, readIdle);
  }

  get working(): boolean {
    return this.#working !== null;
  }

  /** On a request, a night that started by itself ends after its current turn; one that a person started pauses. */
  onAsked(): void {
    if (this.#working === null) return;
    this.#asked += 1;
    if (this.#by !== 'person') this.#stopFor('somebody asked something');
  }

  async close(): Promise<void> {
    this.#stopFor('the memory was closed');
    await this.#working?.catch(() => undefined);
  }

  /**
   * Runs one night, or resumes one that was cut off. Throws `conflict` while this or another process is running one,
   * `newer_version`, and the errors of any write: `disk_full`, `locked`.
   */
  async dream(limits: ParsedDream, options: NightOptions): Promise<NightState> {
    if (this.#working !== null) throw busy();
    this.#working = this.#dream(limits, options);
    try {
      return await this.#working;
    } finally {
      this.#working = null;
    }
  }

  /** Makes the process that runs the night stop after its current turn. */
  async stop(): Promise<string | null> {
    const { clock } = this.opened;
    const { stop } = await this.note.revise((state) => {
      const underWay = isHeld(state.lease, clock.now()) ? state.night : null;
      return { ...state, stop: underWay?.id ?? null };
    });
    if (stop !== null && this.#working !== null) this.#stopFor('somebody stopped it');
    return stop;
  }

  #stopFor(why: string): void {
    this.#stopped ??= why;
    this.#endWait?.();
  }

  async #dream(limits: ParsedDream, options: NightOptions): Promise<NightState> {
    const { state } = this.opened;
    this.#stopped = null;
    // Requests from before the night do not count.
    this.#heard = this.#asked;
    this.#by = options.by;
    await state.follow();
    const night = await this.#take(limits, options.by);
    let last = night;
    try {
      const work = new NightWork(night, this.#parts(), {
        stop: () => (options.signal?.aborted === true ? 'somebody stopped it' : this.#stopped),
        quiet: () => this.#quiet(),
        ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
      });
      last = await work.run();
      return await this.#finish(last);
    } catch (error) {
      // The state on disk records the progress; release the lease for the next process.
      await this.note.release().catch(() => undefined);
      throw error;
    }
  }

  #parts(): ConstructorParameters<typeof NightWork>[1] {
    const { opened, note } = this;
    const jobs = opened.modules.flatMap(({ onIdle = [] }) => onIdle);
    return { ...opened, note, holder: this.#holder, jobs };
  }

  /** Acquires the lease, for the night that was cut off or a new one. */
  async #take(
    { minutes, changes, megabytes }: ParsedDream,
    by: NightState['by'],
  ): Promise<NightState> {
    const { clock, newId, state } = this.opened;
    const fresh = newNight({
      id: newId('x'),
      by,
      limits: { ms: minutes * MINUTE, changes, megabytes },
      from: state.sequence,
      before: state.index.live,
    });
    let mine = false;
    const { night } = await this.note.revise((before) => {
      const lease = acquireLease(before.lease, this.#holder, clock.now());
      mine = lease !== null;
      return lease === null ? before : { ...resumeOrBegin(before, fresh), lease };
    });
    if (!mine || night === null) throw busy();
    return night;
  }

  /** Archives a night whose jobs are all finished or failed; any other stays, to be resumed. */
  async #finish(night: NightState): Promise<NightState> {
    const { clock, state } = this.opened;
    await state.follow();
    const over: NightState = {
      ...night,
      endedAt: clock.now(),
      to: state.sequence,
      after: state.index.live,
    };
    await this.note.revise((before) => {
      // After losing the lease, leave the night to its new holder.
      if (before.lease?.holder !== this.#holder) return before;
      const isDone = over.jobs.every(({ finished, failed }) => finished || failed !== null);
      const next = isDone ? archiveNight(before, over) : withNight(before, over);
      return { ...next, lease: null, stop: null };
    });
    return over;
  }

  /** After a request, waits for a second without further ones. */
  async #quiet(): Promise<void> {
    while (this.#asked !== this.#heard && this.#stopped === null) {
      this.#heard = this.#asked;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, QUIET_MS);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

const busy = (): MnemeError =>
  new MnemeError('conflict', 'Another night is under way in this bank.', {
    hint: 'Wait for it, look with `mneme dream --report`, or end it with `mneme dream --stop`.',
  });
