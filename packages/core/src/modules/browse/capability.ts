import type { BankHandle } from '../../bank/bank-handle.js';
import { readAbout, type About, type AboutInput } from './about.js';
import { listEntities, type EntitiesInput, type EntityPage } from './entities.js';
import { readTimeline, type Timeline, type TimelineInput } from './timeline.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Browsing it: by time, by person and knowledge. */
    readonly browse: Browse;
  }
}

/** Looking through a bank: by time, by who and what it knows, slot by slot. */
export class Browse {
  constructor(private readonly bank: BankHandle) {}

  /** How the memories lie in time, and the newest of them, by when they happened or when they were learned. Throws `invalid_input`. */
  async timeline(input: TimelineInput = {}): Promise<Timeline> {
    return readTimeline(input, await this.bank.open(), this.bank.parts.store);
  }

  /** The people, places and things that the bank knows; with `name`, which of them it means. */
  async entities(input: EntitiesInput = {}): Promise<EntityPage> {
    return listEntities(input, await this.bank.open(), this.bank.parts);
  }

  /** What is held of one of them, slot by slot, now and before. Throws `not_found`. */
  async about(input: AboutInput | string): Promise<About> {
    return readAbout(
      typeof input === 'string' ? { about: input } : input,
      await this.bank.open(),
      this.bank.parts,
    );
  }
}
