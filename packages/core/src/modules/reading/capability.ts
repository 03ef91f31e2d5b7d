import type { BankHandle } from '../../bank/bank-handle.js';
import { MemoryId } from '../../domain/ids.js';
import { MAX_NOTE_TEXT, NoteByHand } from '../../domain/note.js';
import { textUpTo } from '../../domain/schema.js';
import { parseInput } from '../../domain/input.js';
import type {
  MarkedRead,
  ReadingAnswer,
  ReadingInput,
  ReadingReport,
  Unread,
} from '../../domain/reading.js';
import { z } from 'zod';
import { READ_BY_HAND } from '../../prompts/notes-and-summaries.js';
import { ReadingWorker, type RunOptions } from './reading-worker.js';

declare module '../../mneme.js' {
  interface Mneme {
    readonly reading: Readings;
    /** @deprecated Use `reading`. */
    readonly facts: Readings;
  }
}

const Ids = z.array(MemoryId).min(1, 'name at least one turn').max(200, 'at most 200 ids');
const Notes = z.array(NoteByHand).max(200, 'at most 200 notes');

const Dropped = z.array(textUpTo(MAX_NOTE_TEXT)).max(200, 'at most 200 sentences');

/** Reading memories into notes: progress, reading on demand, and pending turns for an agent that reads them itself. */
export class Readings {
  constructor(private readonly bank: BankHandle) {}

  /**
   * Pending and read turns, costs, and why reading is paused; with `next`, also the first pending turns, with earlier
   * notes that they may affect and the names of subjects, for whoever reads them; with `review`, the notes that are in
   * doubt or were refused.
   */
  async status({
    next = false,
    all = false,
    review = false,
  }: ReadingInput = {}): Promise<ReadingAnswer> {
    const status = await (await this.bank.open()).parts.of(ReadingWorker).status();
    return {
      ...status,
      next: next ? await this.#waiting(all) : null,
      review: review ? await (await this.bank.serve()).parts.of(ReadingWorker).review() : null,
    };
  }

  /**
   * Reads pending turns within the budget, one change per answer; with `all`, also turns from before reading was
   * switched on; with `dry`, only the first session, without writing. Without a reader nothing is read, and the
   * report says so. Throws `interrupted` between two requests, `read_only`; of a dry run, what the reader throws.
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
   * Marks turns as read and stores the notes an agent read from them, in one change. The notes are checked against
   * the turns like those of any reader; refused ones are reported. With `drop`, instead lets go of refused notes of
   * these turns, by their sentences. Throws `invalid_input`, `read_only`.
   */
  async markRead({
    ids,
    notes = [],
    drop = [],
  }: {
    readonly ids: readonly string[];
    readonly notes?: readonly NoteByHand[];
    readonly drop?: readonly string[];
  }): Promise<MarkedRead> {
    const [turns, read] = [parseInput(Ids, ids, 'ids'), parseInput(Notes, notes, 'notes')];
    const dropped = parseInput(Dropped, drop, 'drop');
    this.bank.assertWritable();
    const worker = (await this.bank.serve()).parts.of(ReadingWorker);
    return dropped.length > 0 ? worker.drop(turns, dropped) : worker.markRead(turns, read);
  }
}
