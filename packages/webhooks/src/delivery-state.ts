import { z } from 'zod';
import { Lease } from '@mneme/core/bank/leased-jobs.js';
import type { LearnedId } from '@mneme/core/domain/ids.js';
import { DAY, HOUR, Instant, MINUTE } from '@mneme/core/domain/time.js';
import type { JobState } from '@mneme/core/ports/store-derived.js';
import type { Random } from '@mneme/core/ports/system.js';

/** An event that is still to be delivered. */
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
  /** `whsec_…`; null where the endpoint came from an export, which holds no secrets. */
  secret: z.string().nullable(),
  cursor: z.int(),
  waiting: z.array(Waiting),
  dead: z.array(Dead),
  delivered: z.int(),
  /** Start of the current failures; null while deliveries succeed. */
  failingSince: Instant.nullable(),
  lastError: z.string().nullable(),
});
/**
 * Delivery state of one endpoint: a note stored outside the bank, in no journal and no export. It holds the secret,
 * the cursor into the journal and the pending events as change numbers: payloads are read from the journal at each
 * attempt, so that erased content is not sent.
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

/** Maximum number of pending events; while it is reached, later ones stay in the journal. */
export const MAX_WAITING = 100;
/** Maximum number of failed events that are retained, the latest. */
const MAX_DEAD = 1_000;

export function arrived(state: DeliveryState, sequence: number): DeliveryState {
  return {
    ...unawaited(state, sequence),
    delivered: state.delivered + 1,
    failingSince: null,
    lastError: null,
  };
}

/** Records a failed attempt: retried at `nextAt`, or given up where that is null. */
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

/** Removes a change from the pending events. */
export const unawaited = (state: DeliveryState, sequence: number): DeliveryState => ({
  ...state,
  waiting: state.waiting.filter((each) => each.sequence !== sequence),
});

/** Queues failed events for delivery again from now on: all of them, or those of `sequences`. */
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

/** Delays between attempts, before jitter: the Standard Webhooks schedule, some 28 hours in all. */
const PAUSES = [5_000, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR] as const;
/** An endpoint that has been unreachable for this long is switched off. */
export const OFF_AFTER = 5 * DAY;

/**
 * Time of the next attempt after `attempts` attempts; null where the event is given up. Each delay gets up to 25 %
 * jitter, so that events that failed together are not retried together.
 */
export function nextTry(attempts: number, now: Instant, random: Random): Instant | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  return Math.round(now + pause * (1 + (0.25 * random.uint32()) / 2 ** 32));
}
