import { MnemeError } from '@mneme/core/domain/errors.js';
import { isHeld, JobNote, taken } from '@mneme/core/bank/leased-jobs.js';
import type { ParsedDream } from '@mneme/core/domain/night.js';
import { MINUTE } from '@mneme/core/domain/time.js';
import type { BankPart } from '@mneme/core/kernel/module.js';
import type { OpenedBank } from '@mneme/core/modules/module.js';
import {
  begun,
  ended,
  newNight,
  NOTE,
  readIdle,
  withNight,
  type IdleState,
  type NightState,
} from './night-state.js';
import { NightWork } from './work-night.js';

/** A night that a person asked for goes on when nobody asked anything for so long. */
const QUIET_MS = 1_000;

export interface NightOptions {
  readonly by: NightState['by'];
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** The nights of one opened bank: one process at a time works at them, and steps aside as soon as somebody asks. */
export class IdleKeeper implements BankPart {
  readonly note: JobNote<IdleState>;
  readonly #holder: string;
  #stopped: string | null = null;
  /** Ends a wait for quiet at once. */
  #endWait: (() => void) | null = null;
  #working: Promise<NightState> | null = null;
  #by: NightState['by'] = 'person';
  /** Questions that came while it dreamed, and those that it has waited after. */
  #asked = 0;
  #heard = 0;

  constructor(private readonly opened: OpenedBank) {
    this.#holder = opened.newId('x');
    this.note = new JobNote(NOTE, { ...opened, holder: this.#holder }, readIdle);
  }

  get working(): boolean {
    return this.#working !== null;
  }

  /** Somebody asks: a night that began by itself ends after the turn that it is in, one that was asked for waits. */
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
   * Dreams one night, or goes on with one that was cut off. Throws `conflict` while another process, or this one, is at it,
   * `newer_version`, and what ends any write: `disk_full`, `locked`.
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

  /** Tells whoever works at the first night to stop after the turn that it is in. */
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
    // What was asked before it began is over.
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
      // What is written down says how far it was; the work is free for the next.
      await this.note.release().catch(() => undefined);
      throw error;
    }
  }

  #parts(): ConstructorParameters<typeof NightWork>[1] {
    const { opened, note } = this;
    const jobs = opened.modules.flatMap(({ onIdle = [] }) => onIdle);
    return { ...opened, note, holder: this.#holder, jobs };
  }

  /** Takes the work, with the night that was cut off or a new one. */
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
      const lease = taken(before.lease, this.#holder, clock.now());
      mine = lease !== null;
      return lease === null ? before : { ...begun(before, fresh), lease };
    });
    if (!mine || night === null) throw busy();
    return night;
  }

  /** A night that is done, or has had its limits, goes to the past; one that was interrupted stays to be gone on with. */
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
      // Who lost the work leaves the night to who has it.
      if (before.lease?.holder !== this.#holder) return before;
      const isDone = over.jobs.every(({ finished, failed }) => finished || failed !== null);
      const next = isDone ? ended(before, over) : withNight(before, over);
      return { ...next, lease: null, stop: null };
    });
    return over;
  }

  /** Waits until a second went by without a question, where one came while it dreamed. */
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
    hint: 'Wait for it, look with `mneme dream report`, or end it with `mneme dream --stop`.',
  });
