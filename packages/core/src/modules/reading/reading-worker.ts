import { MnemeError } from '../../domain/errors.js';
import type { MemoryId } from '../../domain/ids.js';
import type { MarkedRead, NoteReview, ReadingReport, ReadingStatus } from '../../domain/reading.js';
import type { BatchReceipt } from '../../domain/receipt.js';
import { HOUR, isoSecond } from '../../domain/time.js';
import type { BankPart } from '../../kernel/module.js';
import type { OpenedBank } from '../module.js';
import {
  added,
  countRead,
  hourAt,
  isReadable,
  isRest,
  JOB,
  MAX_COUNTED,
  MAX_WAITING,
  newJob,
  nextSession,
  type ReadCounts,
  type ReadingJob,
  readJob,
  type RequestResult,
  reserveTokens,
  type Rest,
  unreadLine,
  UnreadNotices,
  waitingTurns,
} from './job.js';
import {
  NOTHING_READ,
  readByHand,
  rehearse,
  type Round,
  Rounds,
  type SubmittedNote,
} from './rounds.js';
import { RequestComposer, type BankRequest } from './request.js';
import { dropRefused, notesToReview } from './review-notes.js';

export interface RunOptions {
  /** Also turns from before reading was switched on. */
  readonly all?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

const NO_READER = 'no reader is configured';
const REPORT: ReadingReport = {
  ...{ ...NOTHING_READ, proposed: [], left: [] },
  ...{ waiting: 0, ended: 'done', stopped: null },
};

/** The first pending request as a reader would get it; null if nothing is pending. */
export interface NextRequest {
  readonly next: BankRequest | null;
  readonly waiting: number;
}

/** What waits after a change, and what was read by then. */
interface Counted {
  readonly sequence: number;
  readonly upTo: number;
  readonly waiting: number;
  readonly done: ReadCounts;
}

/**
 * Reads new memories into notes in the background: the turns of one session per request, under a budget, one process
 * at a time, each answer in one change. Pending work is derived from the journal, so it survives every process.
 */
export class ReadingWorker implements BankPart {
  readonly #stop = new AbortController();
  readonly #composer: RequestComposer;
  readonly #rounds: Rounds | null;
  #working: Promise<void> | null = null;
  #wanted = false;
  #counted: Counted | null = null;
  readonly #told = new UnreadNotices();
  readonly #founding: Promise<unknown>;
  /** Runs of one process are serialised: the background one, and those on demand. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly opened: OpenedBank) {
    const { reader, readOnly, newId } = opened;
    this.#composer = new RequestComposer(opened);
    this.#rounds =
      reader === undefined || readOnly
        ? null
        : new Rounds({ ...opened, reader, composer: this.#composer, holder: newId('x') });
    // Persist the starting point now: if this process is killed after its first turn, that turn
    // stays pending.
    this.#founding = this.#foundIfOn().catch(() => undefined);
    // Resume work pending from before.
    this.#begin();
  }

  /** Adds a note to the last receipt on the status of the new turns. */
  async afterRemember(batch: BatchReceipt): Promise<BatchReceipt> {
    const fresh = batch.receipts
      .filter(({ outcome }) => outcome === 'remembered')
      .flatMap(({ id, parts = [id] }) => parts);
    const { bank, store, state, reading } = this.opened;
    // The settings are those that it was remembered by.
    if (fresh.length === 0 || !(reading.on ?? (await state.settings()).reading)) return batch;
    const count = (await store.get(bank, fresh)).filter(isReadable).length;
    if (count === 0) return batch;
    const job = await this.#foundedBefore(batch);
    this.#wanted = true;
    this.#begin();
    return withNote(batch, await this.#note(job));
  }

  /** Whether new memories are read in this bank: by this process's configuration, else by the bank's setting. */
  async isOn(): Promise<boolean> {
    const { bank, store, reading } = this.opened;
    return reading.on ?? (await store.bank(bank))?.settings.reading ?? false;
  }

  async status(): Promise<ReadingStatus> {
    const { bank, store, clock, reading, reader } = this.opened;
    const now = clock.now();
    const job = readJob(await store.job(bank, JOB)) ?? newJob(await this.#start());
    const hour = hourAt(job, now);
    const { total, failures, reason, nextTry } = job;
    const { waiting, done } = await this.#count(job);
    return {
      on: await this.isOn(),
      reader: reader?.id ?? null,
      waiting,
      reading: job.lease !== null && job.lease.until > now,
      ...done,
      refused: total.refused,
      failures,
      reason,
      nextTry,
      hour: {
        calls: hour?.calls ?? 0,
        tokens: hour?.tokens ?? 0,
        mostCalls: reading.callsPerHour,
        mostTokens: reading.tokensPerHour,
        endsAt: hour === null ? null : hour.from + HOUR,
      },
      calls: total.calls,
      tokens: total.tokens,
    };
  }

  /**
   * One line on pending turns for an agent that could read them, if no reader is configured or the reader fails. Null
   * if a reader works, nothing is pending, the bank is read-only, reading is switched off, or the conversation
   * already got it.
   */
  async line(conversation: string | null, { again = false } = {}): Promise<string | null> {
    const { bank, store, clock, reading, reader, readOnly } = this.opened;
    if (readOnly || reading.on === false) return null;
    const job = readJob(await store.job(bank, JOB));
    if (reader !== undefined && (job === null || job.failures === 0)) return null;
    const from = job?.upTo ?? (await this.#start());
    const { turns } = await waitingTurns(this.opened, from, MAX_COUNTED + 1);
    const line = unreadLine(turns.length, reader === undefined ? null : (job?.reason ?? 'unknown'));
    if (line === null || again) return line;
    return this.#told.take(conversation, clock.now()) ? line : null;
  }

  /** The first pending request, with its notes and roster. Calls no reader and writes nothing. */
  async next(all = false): Promise<NextRequest> {
    const { bank, store, clock, reading } = this.opened;
    const job = readJob(await store.job(bank, JOB));
    const from = all ? 0 : (job?.upTo ?? (await this.#start()));
    const { turns } = await waitingTurns(this.opened, from, MAX_WAITING);
    const session = nextSession(turns, clock.now(), 0);
    if ('ready' in session) return { next: null, waiting: turns.length };
    const next =
      (await this.#composer.compose(session.turns, reading.tokens)) ??
      // Too long for a reader's request, but not for an agent.
      (await this.#composer.compose(session.turns.slice(0, 1), Infinity));
    return { next, waiting: turns.length };
  }

  /** Marks turns as read by an agent, with their notes. Throws `invalid_input`. */
  async markRead(ids: readonly MemoryId[], notes: readonly SubmittedNote[]): Promise<MarkedRead> {
    const job = await this.#founded(await this.#start());
    const marked = await readByHand(ids, notes, {
      ...this.opened,
      composer: this.#composer,
    });
    const { turns, upTo } = await waitingTurns(this.opened, job.upTo, MAX_WAITING);
    // Advance the position, so that the next scan skips what is done.
    await this.opened.store.reviseJob(this.opened.bank, JOB, (state) => ({
      ...(readJob(state) ?? newJob(upTo)),
      upTo,
    }));
    return { ...marked, waiting: turns.length, reversal: null };
  }

  /** Notes in doubt, and refused ones. */
  review(): Promise<NoteReview> {
    return notesToReview(this.opened);
  }

  /** Lets go of refused notes of these turns, by their sentences. */
  async drop(ids: readonly MemoryId[], sentences: readonly string[]): Promise<MarkedRead> {
    const reversal = await dropRefused(ids, sentences, this.opened);
    const { waiting } = await this.status();
    const nothing = { marked: 0, notes: 0, refused: {}, left: [], reasons: [], forgot: [] };
    return { ...nothing, waiting, reversal };
  }

  /** Dry run on the first pending session: reports what a reader would write. */
  async rehearse({ all = false, signal }: RunOptions = {}): Promise<ReadingReport> {
    const { reader } = this.opened;
    const { next, waiting } = await this.next(all);
    if (reader === undefined) return this.#unread(waiting);
    if (next === null) return { ...REPORT, waiting };
    return rehearse(next, reader, { ...this.opened, waiting }, signal);
  }

  /** Reads pending turns now, within the budget, even if switched off. Throws `interrupted`. */
  async run({ all = false, signal, onProgress }: RunOptions = {}): Promise<ReadingReport> {
    const rounds = this.#rounds;
    let report: RequestResult = NOTHING_READ;
    await this.#founded(all ? 0 : await this.#start());
    if (rounds === null) return this.#unread((await this.status()).waiting);
    // A manual request does not wait for the scheduled retry.
    await rounds.revise((job) => ({ ...job, nextTry: null, ...(all && { upTo: 0 }) }));
    const total = (await this.status()).waiting;
    let round: Round = { kind: 'read', told: report };
    while (round.kind === 'read') {
      assertGoing(signal);
      round = await this.#inTurn(() => rounds.next({ now: true, signal }));
      if (round.kind !== 'read') break;
      const { read, notes, refused, givenUp } = round.told;
      report = {
        read: report.read + read,
        notes: report.notes + notes,
        refused: added(report.refused, refused),
        givenUp: report.givenUp + givenUp,
      };
      onProgress?.(report.read + report.givenUp, Math.max(total, report.read + report.givenUp));
    }
    const { waiting, failures } = await this.status();
    // Stopped during a request, which will be repeated.
    if (waiting > 0) assertGoing(signal);
    if (round.kind !== 'rest') return { ...REPORT, ...report, waiting };
    const ended = failures > 0 ? 'failed' : 'rests';
    return { ...REPORT, ...report, waiting, ended, stopped: restInWords(round) };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#founding;
    while (this.#working !== null) await this.#working;
    await this.#last.catch(() => undefined);
  }

  #unread(waiting: number): ReadingReport {
    return { ...REPORT, waiting, ended: 'no_reader', stopped: NO_READER };
  }

  #begin(): void {
    if (this.#rounds === null || this.#stop.signal.aborted) return;
    this.#working ??= this.#work(this.#rounds)
      // What fails now is retried on the next turn, or by the next process.
      .catch(() => undefined)
      .finally(() => {
        this.#working = null;
      });
  }

  async #work(rounds: Rounds): Promise<void> {
    const { clock, reading, rest, state } = this.opened;
    const { signal } = this.#stop;
    await rest(reading.quietMs, signal);
    while (!signal.aborted && !state.erased && (await this.isOn())) {
      this.#wanted = false;
      await this.#founded(await this.#start());
      const round = await this.#inTurn(() => rounds.next({ now: false, signal }));
      if (round.kind === 'rest')
        await rest(Math.max(1, Math.min(HOUR, round.until - clock.now())), signal);
      else if (round.kind === 'empty') {
        if (!this.#wanted) return;
        await rest(Math.max(1, reading.quietMs), signal);
      }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /**
   * The change from which turns are pending in a bank never read: now if reading is switched on, else the beginning.
   */
  async #start(): Promise<number> {
    const { bank, store } = this.opened;
    return (await this.isOn()) ? ((await store.bank(bank))?.sequence ?? 0) : 0;
  }

  /** Counted once a change: a large bank's journal is long. */
  async #count({ upTo }: ReadingJob): Promise<Counted> {
    await this.opened.state.follow();
    const { sequence } = this.opened.state;
    if (this.#counted?.sequence !== sequence || this.#counted.upTo !== upTo) {
      const { turns } = await waitingTurns(this.opened, upTo, MAX_WAITING);
      const done = await countRead(this.opened);
      this.#counted = { sequence, upTo, waiting: turns.length, done };
    }
    return this.#counted;
  }

  async #foundIfOn(): Promise<void> {
    if (!this.opened.readOnly && (await this.isOn())) await this.#founded(await this.#start());
  }

  /** The job's state, created at a change number if missing. */
  async #founded(upTo: number): Promise<ReadingJob> {
    const { bank, store, readOnly } = this.opened;
    const job = readJob(await store.job(bank, JOB));
    return job === null && !readOnly
      ? this.#revised((now) => now ?? newJob(upTo))
      : (job ?? newJob(upTo));
  }

  /** The job's state after a batch, moved back if it was created after that batch, so that the batch is pending. */
  async #foundedBefore({ sequence }: BatchReceipt): Promise<ReadingJob> {
    const upTo = sequence - 1;
    const job = await this.#founded(upTo);
    const isLate = ({ upTo: from, total }: ReadingJob): boolean => from > upTo && total.calls === 0;
    return isLate(job)
      ? this.#revised((now) => (now === null || isLate(now) ? { ...(now ?? job), upTo } : now))
      : job;
  }

  async #revised(change: (job: ReadingJob | null) => ReadingJob): Promise<ReadingJob> {
    let after: ReadingJob | undefined;
    await this.opened.store.reviseJob(this.opened.bank, JOB, (state) => {
      after = change(readJob(state));
      return { ...after };
    });
    return after as ReadingJob;
  }

  async #note(job: ReadingJob): Promise<string> {
    const { clock, reading } = this.opened;
    const now = clock.now();
    const { waiting } = await this.#count(job);
    const wait = `reading: ${waiting === 1 ? '1 turn waits' : `${waiting} turns wait`}`;
    if (this.#rounds === null) return `${wait}; no reader is configured`;
    if (job.nextTry !== null && job.nextTry > now)
      return `${wait}; the reader failed (${job.reason ?? 'unknown'}), next try ${isoSecond(job.nextTry)}`;
    const spent = reserveTokens(job, 0, reading, now);
    return isRest(spent) ? `${wait}; ${restInWords(spent)}` : wait;
  }
}

/** Throws `interrupted`. */
function assertGoing(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new MnemeError('interrupted', 'Reading was stopped.', {
    hint: 'What was read is kept; the rest waits.',
  });
}

function restInWords({ why, until }: Rest): string {
  return `${why}; goes on ${isoSecond(until)}`;
}

function withNote(batch: BatchReceipt, note: string): BatchReceipt {
  const last = batch.receipts.findLastIndex(({ outcome }) => outcome === 'remembered');
  return {
    ...batch,
    receipts: batch.receipts.map((receipt, at) =>
      at === last ? { ...receipt, notes: [...receipt.notes, note] } : receipt,
    ),
  };
}
