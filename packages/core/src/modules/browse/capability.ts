import type { BankHandle } from '../../bank/bank-handle.js';
import { readAbout, type About, type AboutInput } from './about.js';
import { listEntities, type EntitiesInput, type EntityPage } from './entities.js';
import { readTimeline, type Timeline, type TimelineInput } from './timeline.js';

declare module '../../mneme.js' {
  interface Mneme {
    /** Browsing the bank by time, by entity and by what is known. */
    readonly browse: Browse;
  }
}

/** Browsing a bank: a timeline, its entities, and what is known of each. */
export class Browse {
  constructor(private readonly bank: BankHandle) {}

  /**
   * The distribution of memories over time and the newest of them, by when they happened or were recorded. Throws
   * `invalid_input`.
   */
  async timeline(input: TimelineInput = {}): Promise<Timeline> {
    return readTimeline(input, await this.bank.open(), this.bank.parts.store);
  }

  /** The people, places and things that the bank knows; with `name`, candidates for the entity it refers to. */
  async entities(input: EntitiesInput = {}): Promise<EntityPage> {
    return listEntities(input, await this.bank.open(), this.bank.parts);
  }

  /** What is known of an entity, slot by slot, now and before. Throws `not_found`. */
  async about(input: AboutInput | string): Promise<About> {
    const [handle, asked] = this.bank.reading(typeof input === 'string' ? { about: input } : input);
    return readAbout(asked, await handle.open(), handle.parts);
  }
}
