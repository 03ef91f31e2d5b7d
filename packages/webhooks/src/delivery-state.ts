import { z } from 'zod';
import { Lease } from '@mneme/core/bank/leased-jobs.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import { DAY, HOUR, Instant, MINUTE } from '@mneme/core/domain/time.js';
import type { JobState } from '@mneme/core/ports/store-derived.js';
import type { Random } from '@mneme/core/ports/system.js';

/** An event that did not arrive yet. */
const Waiting = z.object({
  sequence: z.int(),
  attempts: z.int(),
  nextAt: Instant,
});
export type Waiting = z.output<typeof Waiting>;

/** An event that was given up. */
const Dead = z.object({
  sequence: z.int(),
  attempts: z.int(),
  at: Instant,
  error: z.string(),
});
type Dead = z.output<typeof Dead>;

const State = z.object({
  lease: Lease.nullable(),
  /** `whsec_…`; null where the endpoint came without its secret. */
  secret: z.string().nullable(),
  cursor: z.int(),
  waiting: z.array(Waiting),
  dead: z.array(Dead),
  delivered: z.int(),
  /** Since when nothing arrives; null while something does. */
  failingSince: Instant.nullable(),
  lastError: z.string().nullable(),
});
/**
 * What delivering to one endpoint has come to: a note beside the bank, in no journal and no export. It holds the secret,
 * how far the journal was told, and what is still to arrive, as numbers of changes: what they tell is read off the journal
 * each time, so that what was erased there is not sent.
 */
export type DeliveryState = z.output<typeof State>;

const NONE: DeliveryState = {
  lease: null,
  secret: null,
  cursor: 0,
  waiting: [],
  dead: [],
  delivered: 0,
  failingSince: null,
  lastError: null,
};

export const noteOf = (endpoint: LearnedId): string => `webhook ${endpoint}`;

export const readDelivery = (state: JobState | null): DeliveryState =>
  state === null ? NONE : State.parse(state);

export const newDelivery = (secret: string, cursor: number): DeliveryState => ({
  ...NONE,
  secret,
  cursor,
});

/** Events that wait at most; while so many do, later ones stay in the journal. */
export const MAX_WAITING = 100;
/** Events that were given up and are kept, the latest. */
const MAX_DEAD = 1_000;

export function arrived(state: DeliveryState, sequence: number): DeliveryState {
  return {
    ...unawaited(state, sequence),
    delivered: state.delivered + 1,
    failingSince: null,
    lastError: null,
  };
}

/** It did not arrive: it is tried again at `nextAt`, or given up where that is null. */
export function failed(
  state: DeliveryState,
  { sequence, attempts }: Pick<Waiting, 'sequence' | 'attempts'>,
  { error, now, nextAt }: { error: string; now: Instant; nextAt: Instant | null },
): DeliveryState {
  const rest = unawaited(state, sequence);
  const since = { failingSince: state.failingSince ?? now, lastError: error };
  return nextAt === null
    ? {
        ...rest,
        ...since,
        dead: [...state.dead, { sequence, attempts, at: now, error }].slice(-MAX_DEAD),
      }
    : { ...rest, ...since, waiting: [...rest.waiting, { sequence, attempts, nextAt }] };
}

/** Nothing of a change waits any more. */
export const unawaited = (state: DeliveryState, sequence: number): DeliveryState => ({
  ...state,
  waiting: state.waiting.filter((each) => each.sequence !== sequence),
});

/** Events that were given up are tried again from now on, all of them or these. */
export function sentAgain(
  state: DeliveryState,
  sequences: ReadonlySet<number> | null,
  now: Instant,
): DeliveryState {
  const chosen = state.dead.filter(({ sequence }) => sequences?.has(sequence) ?? true);
  const again = new Set(chosen.map(({ sequence }) => sequence));
  return {
    ...state,
    dead: state.dead.filter(({ sequence }) => !again.has(sequence)),
    waiting: [
      ...state.waiting.filter(({ sequence }) => !again.has(sequence)),
      ...[...again].map((sequence) => ({ sequence, attempts: 0, nextAt: now })),
    ],
  };
}

/** Pauses between tries, before jitter: what Standard Webhooks recommends, for some 28 hours. */
const PAUSES = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
/** One that nothing has reached for so long is switched off. */
export const OFF_AFTER = 5 * DAY;

/** When it is tried next after so many tries; null where it is given up. Each pause is longer by up to a quarter, so that what failed together is not tried together. */
export function nextTry(attempts: number, now: Instant, random: Random): Instant | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  return Math.round(now + pause * (1 + (0.25 * random.uint32()) / 2 ** 32));
}
