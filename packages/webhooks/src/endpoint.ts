import { z } from 'zod';
import { asLearned, revise, nextVersion } from '@mneme/core/bank/learned/revise.js';
import type { EngineParts } from '@mneme/core/bank/open-bank.js';
import { Verb } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { type BankName, LearnedId } from '@mneme/core/domain/ids.js';
import type { LearnedRecord } from '@mneme/core/domain/learned/record.js';
import { isOfThisMachine } from '@mneme/core/domain/loopback.js';
import type { Of, SchemaOf } from '@mneme/core/domain/schema.js';
import { Instant } from '@mneme/core/domain/time.js';
import type { Store } from '@mneme/core/ports/store.js';
import { holdsOwnKey } from '@mneme/core/safety/personal/find-hidden.js';

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
