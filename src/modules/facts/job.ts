import { z } from 'zod';
import type { FactsSettings } from '../../domain/facts.js';
import type { MemoryId } from '../../domain/ids.js';
import { HOUR, type Instant } from '../../domain/time.js';
import { Lease, taken } from '../../bank/jobs/lease.js';
import type { JobState } from '../../ports/store-derived.js';

export const JOB = 'facts';
/** After the first failure; each further one doubles it. */
const FIRST_PAUSE = 30_000;
const LONGEST_PAUSE = HOUR;
/** A turn at which the model fails so often, asked about it alone, is left to the rules. */
const MAX_TRIES_ALONE = 3;

const Count = z.number().int().min(0);
const State = z.object({
  /** The change up to which everything was read. */
  upTo: Count,
  lease: Lease.nullable(),
  failures: Count,
  reason: z.string().nullable(),
  nextTry: z.number().nullable(),
  /** At most so many turns the next time: fewer after an answer that could not be used. */
  turns: Count.nullable(),
  hour: z.object({ from: z.number(), calls: Count, tokens: Count }).nullable(),
  total: z.object({
    calls: Count,
    tokens: Count,
    read: Count,
    claims: Count,
    refused: Count,
    givenUp: Count,
  }),
});
/** What processes that read facts of one bank know of each other. Figures and reasons in our own words: nothing of what was said. */
export type FactsJob = z.output<typeof State>;

/** Null for work that nobody began, or whose note cannot be read. */
export function readJob(state: JobState | null): FactsJob | null {
  return State.safeParse(state).data ?? null;
}

export function newJob(upTo: number): FactsJob {
  return {
    upTo,
    lease: null,
    failures: 0,
    reason: null,
    nextTry: null,
    turns: null,
    hour: null,
    total: { calls: 0, tokens: 0, read: 0, claims: 0, refused: 0, givenUp: 0 },
  };
}

/** Why nothing is asked now, and until when. */
export interface Rest {
  readonly until: Instant;
  readonly why: string;
}

/** Takes the work for a holder, or tells why not. */
export function lease(job: FactsJob, holder: string, now: Instant): FactsJob | Rest {
  const mine = taken(job.lease, holder, now);
  if (mine === null) return { until: job.lease?.until ?? now, why: 'another process reads' };
  if (job.nextTry !== null && job.nextTry > now)
    return { until: job.nextTry, why: `the model failed: ${job.reason ?? 'unknown'}` };
  return { ...job, lease: mine };
}

export const isRest = (given: FactsJob | Rest): given is Rest => 'why' in given;

/** Books a request before it is made, so that what a killed process has asked counts, too. */
export function book(
  job: FactsJob,
  tokens: number,
  settings: FactsSettings,
  now: Instant,
): FactsJob | Rest {
  const hour = hourAt(job, now) ?? { from: now, calls: 0, tokens: 0 };
  if (hour.calls + 1 > settings.callsPerHour || hour.tokens + tokens > settings.tokensPerHour)
    return { until: hour.from + HOUR, why: 'the budget of this hour is spent' };
  return {
    ...job,
    hour: { ...hour, calls: hour.calls + 1, tokens: hour.tokens + tokens },
    total: { ...job.total, calls: job.total.calls + 1, tokens: job.total.tokens + tokens },
  };
}

/** The hour that is running; null when none is. A clock that went back begins anew. */
export function hourAt({ hour }: FactsJob, now: Instant): FactsJob['hour'] {
  return hour !== null && now >= hour.from && now < hour.from + HOUR ? hour : null;
}

/** What one request came to. */
export interface Told {
  readonly read: number;
  readonly claims: number;
  readonly refused: number;
  readonly givenUp: number;
}

/** After a request that was answered and written down; `saved` are tokens that were booked and not spent. */
export function settled(
  job: FactsJob,
  { read, claims, refused, givenUp }: Told,
  saved: number,
): FactsJob {
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
      claims: total.claims + claims,
      refused: total.refused + refused,
      givenUp: total.givenUp + givenUp,
    },
  };
}

export interface Failure {
  readonly reason: string;
  /** How many turns were asked about, where the answer could not be used: fewer are asked about next. Null where there was no answer. */
  readonly turns: number | null;
}

/** After a request that failed: it is tried again, each time later. */
export function failed(job: FactsJob, { reason, turns }: Failure, now: Instant): FactsJob {
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

/** Whether a turn that was asked about alone is to be left to the rules after one more failure. */
export function isHopeless(job: FactsJob, turns: readonly MemoryId[]): boolean {
  return turns.length === 1 && job.turns === 1 && job.failures + 1 >= MAX_TRIES_ALONE;
}
