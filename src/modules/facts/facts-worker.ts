import type { FactsRefusal, FactsReport, FactsStatus } from '../../domain/facts.js';
import { MnemeError } from '../../domain/errors.js';
import { HOUR, isoSecond } from '../../domain/time.js';
import type { BatchReceipt } from '../../domain/receipt.js';
import type { BankPart } from '../../kernel/module.js';
import type { OpenedBank } from '../module.js';
import { book, hourAt, isRest, JOB, newJob, readJob, type FactsJob, type Rest } from './job.js';
import type { Refusal } from './accept-facts.js';
import { Rounds, type Round } from './rounds.js';
import { isReadable, waitingTurns } from './waiting.js';

export interface RunOptions {
  /** Also what was remembered before reading was switched on. */
  readonly all?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Lets a language model read facts from memories in the background: several turns per request, under a
 * budget, one process at a time, each answer in one change. Pending work is derived from the journal, so it
 * outlives every process.
 */
export class FactsWorker implements BankPart {
  readonly #stop = new AbortController();
  readonly #rounds: Rounds | null;
  #working: Promise<void> | null = null;
  #wanted = false;
  /** Runs of one process are serialised: the background one, and those on demand. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly opened: OpenedBank) {
    const { languageModel, readOnly, newId } = opened;
    this.#rounds =
      languageModel === undefined || readOnly
        ? null
        : new Rounds({ ...opened, languageModel, holder: newId('x') });
    // Resume what was pending from before.
    this.#begin();
  }

  /** Notes on the last receipt what happens with the new turns. */
  async afterRemember(batch: BatchReceipt): Promise<BatchReceipt> {
    const fresh = batch.receipts
      .filter(({ outcome }) => outcome === 'remembered')
      .flatMap(({ id, parts = [id] }) => parts);
    if (fresh.length === 0 || !(await this.isOn())) return batch;
    const { bank, store } = this.opened;
    const count = (await store.get(bank, fresh)).filter(isReadable).length;
    if (count === 0) return batch;
    const job = await this.#founded(batch.sequence - 1);
    const note = this.#rounds === null ? 'facts: no model, read by rules' : this.#note(job, count);
    this.#wanted = true;
    this.#begin();
    return withNote(batch, note);
  }

  /** Whether facts are read in this bank: by this process's configuration, else by the bank's own setting. */
  async isOn(): Promise<boolean> {
    const { bank, store, facts } = this.opened;
    return facts.on ?? (await store.bank(bank))?.settings.facts ?? false;
  }

  async status(): Promise<FactsStatus> {
    const { bank, store, clock, facts, languageModel } = this.opened;
    const now = clock.now();
    const job =
      readJob(await store.job(bank, JOB)) ?? newJob((await store.bank(bank))?.sequence ?? 0);
    const { turns } = await waitingTurns(bank, store, job.upTo, Infinity);
    const hour = hourAt(job, now);
    const { total, failures, reason, nextTry } = job;
    return {
      on: await this.isOn(),
      model: languageModel?.id ?? null,
      waiting: turns.length,
      reading: job.lease !== null && job.lease.until > now,
      read: total.read,
      claims: total.claims,
      refused: total.refused,
      givenUp: total.givenUp,
      failures,
      reason,
      nextTry,
      hour: {
        calls: hour?.calls ?? 0,
        tokens: hour?.tokens ?? 0,
        mostCalls: facts.callsPerHour,
        mostTokens: facts.tokensPerHour,
        endsAt: hour === null ? null : hour.from + HOUR,
      },
      calls: total.calls,
      tokens: total.tokens,
    };
  }

  /** Reads what is waiting now, as far as the budget goes; also if it is switched off. Throws `interrupted`. */
  async run({ all = false, signal, onProgress }: RunOptions = {}): Promise<FactsReport> {
    const rounds = this.#rounds;
    const report = { read: 0, claims: 0, refused: 0, givenUp: 0 };
    if (rounds === null)
      return {
        ...report,
        refusals: [],
        waiting: (await this.status()).waiting,
        stopped: 'no language model is configured',
      };
    const { bank, store } = this.opened;
    await this.#founded(all ? 0 : ((await store.bank(bank))?.sequence ?? 0));
    // A manual request does not wait for the scheduled retry.
    await rounds.revise((job) => ({ ...job, nextTry: null, ...(all && { upTo: 0 }) }));
    const total = (await this.status()).waiting;
    const refusals: Refusal[] = [];
    let round: Round = { kind: 'read', told: report, refusals };
    while (round.kind === 'read') {
      if (signal?.aborted === true)
        throw new MnemeError('interrupted', 'Reading facts was stopped.', {
          hint: 'What was read is kept; the rest waits.',
        });
      round = await this.#inTurn(() => rounds.next(signal));
      if (round.kind !== 'read') break;
      for (const key of ['read', 'claims', 'refused', 'givenUp'] as const)
        report[key] += round.told[key];
      refusals.push(...round.refusals);
      onProgress?.(report.read + report.givenUp, Math.max(total, report.read + report.givenUp));
    }
    return {
      ...report,
      refusals: byReason(refusals),
      waiting: (await this.status()).waiting,
      stopped: round.kind === 'rest' ? restInWords(round) : null,
    };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    while (this.#working !== null) await this.#working;
    await this.#last.catch(() => undefined);
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
    const { clock, facts, rest, state } = this.opened;
    const { signal } = this.#stop;
    await rest(facts.delayMs, signal);
    while (!signal.aborted && !state.erased && (await this.isOn())) {
      this.#wanted = false;
      await this.#founded((await this.opened.store.bank(this.opened.bank))?.sequence ?? 0);
      const round = await this.#inTurn(() => rounds.next(signal));
      if (round.kind === 'rest')
        await rest(Math.max(1, Math.min(HOUR, round.until - clock.now())), signal);
      else if (round.kind === 'empty') {
        if (!this.#wanted) return;
        await rest(facts.delayMs, signal);
      }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** The job's state, created from a change on if there is none. */
  async #founded(upTo: number): Promise<FactsJob> {
    const { bank, store } = this.opened;
    const job = readJob(await store.job(bank, JOB));
    if (job !== null) return job;
    const founded = await store.reviseJob(bank, JOB, (state) => ({
      ...(readJob(state) ?? newJob(upTo)),
    }));
    return readJob(founded) ?? newJob(upTo);
  }

  #note(job: FactsJob, count: number): string {
    const { clock, facts } = this.opened;
    const now = clock.now();
    const queued = `facts: queued ${count}`;
    if (job.nextTry !== null && job.nextTry > now)
      return `${queued}; the model failed (${job.reason ?? 'unknown'}), next try ${isoSecond(job.nextTry)}`;
    const spent = book(job, 0, facts, now);
    return isRest(spent) ? `${queued}; ${restInWords(spent)}` : queued;
  }
}

const MAX_TURNS_NAMED = 5;

/** The same reasons together, the most frequent first. */
function byReason(refusals: readonly Refusal[]): FactsRefusal[] {
  const reasons = [...new Set(refusals.map(({ why }) => why))];
  return reasons
    .map((why) => {
      const own = refusals.filter((refusal) => refusal.why === why);
      const turns = [...new Set(own.flatMap(({ turn }) => turn ?? []))];
      return { why, count: own.length, turns: turns.slice(0, MAX_TURNS_NAMED) };
    })
    .sort((a, b) => b.count - a.count);
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
