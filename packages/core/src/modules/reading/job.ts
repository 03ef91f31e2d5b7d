import { z } from 'zod';
import type { ByReason, ReadingSettings } from '../../domain/reading.js';
import type { MemoryId } from '../../domain/ids.js';
import { HOUR, type Instant } from '../../domain/time.js';
import { Lease, acquireLease } from '../../bank/leased-jobs.js';
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

export interface Failure {
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
