import { z } from 'zod';
import { asLearned, nextVersion, revise } from '@mneme/core/bank/learned/revise.js';
import { Lease } from '@mneme/core/bank/leased-jobs.js';
import type { EngineParts } from '@mneme/core/bank/open-bank.js';
import { isOfThisMachine } from '@mneme/core/domain/access.js';
import { Verb } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type BankName, LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned-record.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { DAY, HOUR, Instant, MINUTE } from '@mneme/core/domain/time.js';
import type { JobState } from '@mneme/core/ports/store-derived.js';
import type { Store } from '@mneme/core/ports/store.js';
import type { Random } from '@mneme/core/ports/system.js';
import { holdsOwnKey } from '@mneme/core/safety/personal/find-own-keys.js';

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

const MODULE = 'webhooks';
export const ENDPOINT = 'endpoint';
/** Key of the records of all endpoints of a bank. */
export const KEY = `${MODULE} ${ENDPOINT}`;

const offShape = z.strictObject({ at: Instant, why: z.string() });

/** What the journal stores of an endpoint. Without its secret: journaled data is exported. */
const StoredEndpoint = z.strictObject({
  url: z.string(),
  /** The kinds of changes it is notified of; null for all. */
  events: z.array(Verb).nullable(),
  /** Why it was switched off; null while it is on. */
  off: offShape.nullable(),
});
type StoredEndpoint = z.output<typeof StoredEndpoint>;

const STATES = ['on', 'failing', 'off', 'no_secret'] as const;

const endpointShape = z.strictObject({
  id: LearnedId,
  url: z.string(),
  events: z.array(Verb).nullable(),
  addedAt: Instant,
  /** `failing`: the last delivery failed. `no_secret`: it came with an export, which holds no secrets; add it anew. */
  state: z.enum(STATES),
  off: offShape.nullable(),
  /** Number of the last change that was attempted, or skipped for not being of a subscribed kind. */
  cursor: z.number(),
  /** Numbers of events delivered, waiting for a retry, and given up. */
  delivered: z.number(),
  waiting: z.number(),
  failures: z.number(),
  /** Error of the last failed attempt since the last delivery; null for none. */
  lastError: z.string().nullable(),
});
/** An address that is notified of changes, with its delivery state. */
export interface Endpoint extends Of<typeof endpointShape> {}
export const Endpoint: SchemaOf<Endpoint, typeof endpointShape> = endpointShape;

export interface EndpointRecord {
  readonly record: LearnedRecord<'module'>;
  readonly kept: StoredEndpoint;
}

/** Current endpoints of a bank, in order of creation. */
export async function endpointsOf(
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<readonly EndpointRecord[]> {
  const records = await store.learned(bank, { kinds: ['module'], keys: [KEY] });
  return records
    .filter(({ retractedAt, body }) => retractedAt === null && body.module === MODULE)
    .map((record) => ({ record, kept: StoredEndpoint.parse(record.body.value) }))
    .sort((a, b) => a.record.createdAt - b.record.createdAt);
}

/** Throws `not_found`. */
export async function endpointOf(
  id: LearnedId,
  bank: BankName,
  store: Pick<Store, 'learned'>,
): Promise<EndpointRecord> {
  const found = (await endpointsOf(bank, store)).find(({ record }) => record.id === id);
  if (found !== undefined) return found;
  throw new MnemeError('not_found', `There is no webhook ${id}.`, {
    field: 'webhooks.id',
    value: id,
    hint: 'List them with `mneme webhooks`.',
  });
}

export const bodyOf = (kept: StoredEndpoint): LearnedRecord<'module'>['body'] => ({
  module: MODULE,
  type: ENDPOINT,
  value: { ...kept },
  evidence: [],
});

/** The host for the journal: path and query may be as secret as a password. */
export const hostOf = ({ url }: Pick<StoredEndpoint, 'url'>): string => new URL(url).host;

/**
 * Throws `invalid_input` for an address that events may not be sent to; the message names no more of it than the
 * host.
 */
export function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  const refused = (why: string): MnemeError =>
    new MnemeError('invalid_input', `webhook.url: ${why}.`, {
      field: 'webhooks.url',
      value: url?.host ?? '(no address)',
      hint: 'Give it as https://hooks.example.com/mneme. http is for this machine alone.',
    });
  if (url === null) throw refused('it cannot be read as an address');
  if (url.username !== '' || url.password !== '')
    throw refused('it holds a name or a password, and what is sent is signed instead');
  if (holdsOwnKey(given)) throw refused('it holds a key of Mneme, which opens this memory');
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isOfThisMachine(url.href))) {
    url.hash = '';
    return url.href;
  }
  throw refused('it must be https, or http to this machine');
}

type Parts = Pick<EngineParts, 'store' | 'clock' | 'readOnly'>;

/** Actor of switches in the journal. */
const ACTOR = 'webhooks';

/** Stops deliveries to an endpoint until a test reaches it. One that was removed meanwhile stays removed. */
export const switchOff = (
  bank: BankName,
  endpoint: EndpointRecord,
  why: string,
  parts: Parts,
): Promise<void> => switchTo(bank, endpoint, why, parts);

export const switchOn = (bank: BankName, endpoint: EndpointRecord, parts: Parts): Promise<void> =>
  switchTo(bank, endpoint, null, parts);

async function switchTo(
  bank: BankName,
  { record: { id } }: EndpointRecord,
  why: string | null,
  parts: Parts,
): Promise<void> {
  try {
    await revise(bank, { ...parts, actor: ACTOR }, async (at) => {
      const { record, kept } = await endpointOf(id, bank, parts.store);
      const same = (kept.off === null) === (why === null);
      const next = { ...kept, off: why === null ? null : { at, why } };
      return {
        put: { learned: same ? [] : asLearned([nextVersion(record, bodyOf(next), at)]) },
        verb: 'configure',
        reason: `the webhook to ${hostOf(kept)} is ${why === null ? 'on again' : `off: ${why}`}`,
        answer: () => undefined,
      };
    });
  } catch (error) {
    if (!(MnemeError.is(error) && error.code === 'not_found')) throw error;
  }
}
