import { z } from 'zod';
import { acquireLease, Lease } from '../../bank/leased-jobs.js';
import { journalAfter } from '../../bank/pages.js';
import { NONE } from '../../indexes/bank-index.js';
import type { Verb } from '../../domain/change.js';
import type { MemoryId } from '../../domain/ids.js';
import type { Memory } from '../../domain/memory.js';
import {
  type ByReason,
  isSaying,
  READ_TURN,
  READING,
  type ReadingSettings,
} from '../../domain/reading.js';
import { waitingLine } from '../../domain/recalled-text.js';
import { HOUR, type Instant } from '../../domain/time.js';
import type { OpenedBank } from '../module.js';
import { REQUEST } from './request.js';
import type { JobState } from '../../ports/store-derived.js';

export const JOB = 'reading';
/** Pause after the first failure, in ms; each further failure doubles it. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = HOUR;
/** Maximum number of failures on a single turn before it is given up. */
const MAX_TRIES_ALONE = 3;

const Count = z.number().int().min(0);
const State = z.object({
  /** The change up to which everything was read. */
  upTo: Count,
  lease: Lease.nullable(),
  failures: Count,
  reason: z.string().nullable(),
  nextTry: z.number().nullable(),
  /** Maximum number of turns in the next request: fewer after an unusable answer. */
  turns: Count.nullable(),
  hour: z.object({ from: z.number(), calls: Count, tokens: Count }).nullable(),
  total: z.object({
    calls: Count,
    tokens: Count,
    read: Count,
    notes: Count,
    refused: z.record(z.string(), Count),
    givenUp: Count,
  }),
});
/** The state shared by processes that read one bank: figures, and reasons in fixed wording; never any stored text. */
export type ReadingJob = z.output<typeof State>;

/** Null if there is no state, or it cannot be parsed. */
export function readJob(state: JobState | null): ReadingJob | null {
  return State.safeParse(state).data ?? null;
}

export function newJob(upTo: number): ReadingJob {
  return {
    upTo,
    lease: null,
    failures: 0,
    reason: null,
    nextTry: null,
    turns: null,
    hour: null,
    total: { calls: 0, tokens: 0, read: 0, notes: 0, refused: {}, givenUp: 0 },
  };
}

/** Why requests are paused, and until when. */
export interface Rest {
  readonly until: Instant;
  readonly why: string;
}

/** Leases the job to a holder, or returns why not. */
export function lease(job: ReadingJob, holder: string, now: Instant): ReadingJob | Rest {
  const mine = acquireLease(job.lease, holder, now);
  if (mine === null) return { until: job.lease?.until ?? now, why: 'another process reads' };
  if (job.nextTry !== null && job.nextTry > now)
    return { until: job.nextTry, why: `the reader failed: ${job.reason ?? 'unknown'}` };
  return { ...job, lease: mine };
}

export const isRest = (given: ReadingJob | Rest): given is Rest => 'why' in given;

/** Reserves a request's tokens before it is sent, so that requests of a killed process count, too. */
export function reserveTokens(
  job: ReadingJob,
  tokens: number,
  settings: ReadingSettings,
  now: Instant,
): ReadingJob | Rest {
  const hour = hourAt(job, now) ?? { from: now, calls: 0, tokens: 0 };
  if (hour.calls + 1 > settings.callsPerHour || hour.tokens + tokens > settings.tokensPerHour)
    return { until: hour.from + HOUR, why: 'the budget of this hour is spent' };
  return {
    ...job,
    hour: { ...hour, calls: hour.calls + 1, tokens: hour.tokens + tokens },
    total: { ...job.total, calls: job.total.calls + 1, tokens: job.total.tokens + tokens },
  };
}

/** The current budget hour; null if there is none. Reset if the clock went back. */
export function hourAt({ hour }: ReadingJob, now: Instant): ReadingJob['hour'] {
  return hour !== null && now >= hour.from && now < hour.from + HOUR ? hour : null;
}

/** The result of one request. */
export interface RequestResult {
  readonly read: number;
  readonly notes: number;
  readonly refused: ByReason;
  readonly givenUp: number;
}

/** Sum of two counts by reason. */
export function added(counts: ByReason, more: ByReason): ByReason {
  const sum: Record<string, number> = { ...counts };
  for (const [reason, count] of Object.entries(more)) sum[reason] = (sum[reason] ?? 0) + count;
  return sum;
}

/** After an answered and stored request; `saved` are tokens that were reserved and not used. */
export function afterSuccess(
  job: ReadingJob,
  { read, notes, refused, givenUp }: RequestResult,
  saved: number,
): ReadingJob {
  const { total, hour } = job;
  return {
    ...job,
    lease: null,
    failures: 0,
    reason: null,
    nextTry: null,
    turns: null,
    hour: hour === null ? null : { ...hour, tokens: Math.max(0, hour.tokens - saved) },
    total: {
      ...total,
      tokens: Math.max(0, total.tokens - saved),
      read: total.read + read,
      notes: total.notes + notes,
      refused: added(total.refused, refused),
      givenUp: total.givenUp + givenUp,
    },
  };
}

interface Failure {
  readonly reason: string;
  /**
   * Number of turns in the request if the answer was unusable: the next request has fewer. Null if there was no
   * answer.
   */
  readonly turns: number | null;
}

/** After a failed request: retried with exponential backoff. */
export function afterFailure(
  job: ReadingJob,
  { reason, turns }: Failure,
  now: Instant,
): ReadingJob {
  const failures = job.failures + 1;
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 20));
  return {
    ...job,
    lease: null,
    failures,
    reason,
    nextTry: now + pause,
    turns: turns === null ? job.turns : Math.max(1, Math.floor(turns / 2)),
  };
}

/** Whether one more failure on a single turn gives it up. */
export function isHopeless(job: ReadingJob, turns: readonly MemoryId[]): boolean {
  return turns.length === 1 && job.turns === 1 && job.failures + 1 >= MAX_TRIES_ALONE;
}

/** Verbs whose changes can add turns. */
const BRINGING: ReadonlySet<Verb> = new Set<Verb>(['remember', 'import', 'update', 'release']);

interface Waiting {
  readonly turns: readonly Memory[];
  /** Nothing is pending up to this change. */
  readonly upTo: number;
}

type WaitingIn = Pick<OpenedBank, 'bank' | 'store' | 'state'>;

/** At most `most` unread turns added after a change, in journal order. */
export async function waitingTurns(
  { bank, store, state }: WaitingIn,
  from: number,
  most: number,
): Promise<Waiting> {
  await state.follow();
  await state.notes.ready();
  const done = await readSince({ bank, store }, from);
  const mayWait = (id: MemoryId): boolean => !done.has(id) && mayBeUnread(id, state);
  const turns: Memory[] = [];
  let upTo = from;
  for await (const { sequence, verb, memories, at } of journalAfter(bank, from, store)) {
    const fresh = BRINGING.has(verb)
      ? (await store.get(bank, memories.filter(mayWait))).filter(
          (memory) => (memory.recordedAt === at || verb === 'release') && isReadable(memory),
        )
      : [];
    for (const memory of fresh) {
      if (turns.length >= most) return { turns, upTo };
      turns.push(memory);
      done.add(memory.id);
    }
    if (turns.length === 0) upTo = sequence;
  }
  return { turns, upTo };
}

/** Whether a memory may be an unread turn, by the index alone: of a large bank most need not be loaded. */
function mayBeUnread(id: MemoryId, { index, notes }: WaitingIn['state']): boolean {
  const slot = index.slot(id);
  if (slot === NONE) return true;
  return notes.of(slot) === undefined && notes.notesOf(slot).length === 0;
}

/** Turns that changes after this one read or gave up, even if that was undone: nothing is read twice. */
export async function readSince(
  { bank, store }: Pick<OpenedBank, 'bank' | 'store'>,
  from: number,
): Promise<Set<MemoryId>> {
  const records = await store.learned(bank, { kinds: ['module'], changedAfter: from });
  return new Set(
    records.flatMap(({ body }) =>
      body.module === READING && body.type === READ_TURN ? body.evidence : [],
    ),
  );
}

/** What was read in a bank, whoever read it. */
export interface ReadCounts {
  readonly read: number;
  readonly notes: number;
  readonly givenUp: number;
}

/** Counts the turns that were read or given up, and the notes that stand. */
export async function countRead({ bank, store, state }: WaitingIn): Promise<ReadCounts> {
  await state.follow();
  await state.notes.ready();
  const [read, givenUp] = [new Set<MemoryId>(), new Set<MemoryId>()];
  for (const { body } of await store.learned(bank, { kinds: ['module'] }))
    if (body.module === READING && body.type === READ_TURN)
      for (const turn of body.evidence)
        (body.value['givenUp'] === undefined ? read : givenUp).add(turn);
  let notes = 0;
  for (const { slot } of state.notes.all()) {
    notes++;
    // A note that was remembered by itself names its turns, too.
    for (const turn of state.notes.turnsOf(slot))
      if (state.index.kind(turn) !== 'note') read.add(state.index.id(turn));
  }
  return { read: read.size, notes, givenUp: givenUp.size };
}

/** A statement that is neither retracted nor quarantined. */
export function isReadable(memory: Memory): boolean {
  return memory.retractedAt === null && memory.quarantine === null && isSaying(memory);
}

/** Orders turns of a session as they were said. */
export const inOrder = (a: Memory, b: Memory): number =>
  a.position - b.position || a.saidAt - b.saidAt;

/** The turns to read next, or when there will be any. */
type NextSession = { readonly turns: readonly Memory[] } | { readonly ready: Instant };

/**
 * The turns of the first session that has been quiet for a while or fills a whole request, in the order they were
 * said. Turns without a session count as one session.
 */
export function nextSession(
  waiting: readonly Memory[],
  now: Instant,
  quietMs: number,
): NextSession {
  const sessions = new Map<string, Memory[]>();
  for (const turn of waiting) {
    const key = turn.session ?? '';
    const turns = sessions.get(key);
    if (turns === undefined) sessions.set(key, [turn]);
    else turns.push(turn);
  }
  let ready = Infinity;
  for (const turns of sessions.values()) {
    const quiet = Math.max(...turns.map(({ recordedAt }) => recordedAt)) + quietMs;
    if (quiet <= now || turns.length >= REQUEST.turns)
      return {
        turns: turns.toSorted(inOrder).slice(0, REQUEST.turns),
      };
    ready = Math.min(ready, quiet);
  }
  return { ready };
}

/** Maximum number of pending turns that are counted; beyond it, "more than". */
export const MAX_COUNTED = 100;
/** Maximum number of pending turns that a status counts: each is loaded. */
export const MAX_WAITING = 10_000;
const MAX_CONVERSATIONS = 1_000;

/** Conversations already notified of pending turns: each named one once, unnamed ones once an hour. */
export class UnreadNotices {
  readonly #told = new Map<string, Instant>();

  /** Whether to notify the conversation now; records that it was. */
  take(conversation: string | null, now: Instant): boolean {
    const key = conversation ?? '';
    const before = this.#told.get(key);
    if (before !== undefined && (conversation !== null || now - before < HOUR)) return false;
    this.#told.set(key, now);
    const [oldest] = this.#told.keys();
    if (this.#told.size > MAX_CONVERSATIONS && oldest !== undefined) this.#told.delete(oldest);
    return true;
  }
}

/** A line on pending turns and why nobody reads them, for an agent; null if there are none. */
export function unreadLine(waiting: number, failed: string | null): string | null {
  if (waiting === 0) return null;
  const turns =
    waiting === 1
      ? '1 turn waits'
      : `${waiting > MAX_COUNTED ? `more than ${MAX_COUNTED}` : waiting} turns wait`;
  return waitingLine(
    turns,
    failed === null ? 'no reader is configured' : `the reader failed (${failed})`,
  );
}
