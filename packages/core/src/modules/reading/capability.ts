import type { BankHandle } from '../../bank/bank-handle.js';
import { MemoryId } from '../../domain/ids.js';
import { NoteByHand } from '../../domain/note.js';
import { parseInput } from '../../domain/parse-input.js';
import type {
  MarkedRead,
  ReadingAnswer,
  ReadingInput,
  ReadingReport,
  Unread,
} from '../../domain/reading.js';
import { z } from 'zod';
import { READ_BY_HAND } from '../../prompts/read-notes.js';
import { ReadingWorker, type RunOptions } from './reading-worker.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly reading: Readings;
    /** @deprecated It is `reading` now. */
    readonly facts: Readings;
  }
}

const Ids = z.array(MemoryId).min(1, 'name at least one turn').max(200, 'at most 200 ids');
const Notes = z.array(NoteByHand).max(200, 'at most 200 notes');

/** What was remembered is read into notes: progress, reading on demand, and what waits for an agent that reads itself. */
export class Readings {
  constructor(private readonly bank: BankHandle) {}

  /**
   * What is waiting, what was read, what it cost, and why it is paused; with `next`, what waits first, too, with the earlier notes that it may
   * touch and the subjects by their names, for whoever reads it.
   */
  async status({ next = false, all = false }: ReadingInput = {}): Promise<ReadingAnswer> {
    const status = await (await this.bank.open()).parts.of(ReadingWorker).status();
    return { ...status, next: next ? await this.#waiting(all) : null };
  }

  /**
   * Reads what is waiting, as far as the budget goes, each answer in a change of its own; with `all`, also
   * what was remembered before reading was switched on; with `dry`, only the first session, and writes
   * nothing. Without a reader nothing is read, and the report says so. Throws `interrupted` between two
   * requests, `read_only`; of a trial, what the reader throws.
   */
  async run({
    dry = false,
    ...options
  }: RunOptions & { readonly dry?: boolean } = {}): Promise<ReadingReport> {
    const bank = await this.bank.serve();
    const worker = bank.parts.of(ReadingWorker);
    if (dry) return worker.rehearse(options);
    this.bank.assertWritable();
    return worker.run(options);
  }

  async #waiting(all: boolean): Promise<Unread> {
    const bank = await this.bank.serve();
    const { next, waiting } = await bank.parts.of(ReadingWorker).next(all);
    if (next === null)
      return { waiting, task: READ_BY_HAND.none, owner: null, turns: [], notes: [], subjects: [] };
    const { turns, notes, roster, owner } = next.request;
    return {
      waiting,
      task: READ_BY_HAND.task,
      owner,
      turns: turns.map(({ id, speaker, day, weekday, text }) => ({
        id,
        speaker,
        said: `${day}, ${weekday}`,
        text,
      })),
      notes: notes.map(({ id, text, note: { about, aspect, value, status, from, until } }) => ({
        id,
        about,
        aspect,
        value,
        status,
        from,
        until,
        text,
      })),
      subjects: roster.map(({ name, is, aliases }) => ({ name, is, aliases: [...aliases] })),
    };
  }

  /**
   * Turns that whoever reads is done with, and what was read off them, in one change: they wait no more. The notes are held to
   * the turns as those of any reader; what is not taken is told. Throws `invalid_input`, `read_only`.
   */
  async markRead({
    ids,
    notes = [],
  }: {
    readonly ids: readonly string[];
    readonly notes?: readonly NoteByHand[];
  }): Promise<MarkedRead> {
    const [turns, read] = [parseInput(Ids, ids, 'ids'), parseInput(Notes, notes, 'notes')];
    this.bank.assertWritable();
    return (await this.bank.serve()).parts.of(ReadingWorker).markRead(turns, read);
  }
}
