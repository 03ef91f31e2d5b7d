import { z } from 'zod';
import { LeasedJob } from '@mneme/core/bank/leased-jobs.js';
import { asLearned, firstVersion, revise } from '@mneme/core/bank/learned/revise.js';
import type { EngineParts, OpenBank } from '@mneme/core/bank/open-bank.js';
import { pageOf, parsePageRequest } from '@mneme/core/bank/pages.js';
import { Reversal, Verb } from '@mneme/core/domain/change.js';
import { MnemeError } from '@mneme/core/domain/errors.js';
import { ModuleRecordId, type BankName, type LearnedId } from '@mneme/core/domain/ids.js';
import {
  flag,
  type Of,
  pageInput,
  pageOutput,
  type SchemaOf,
  textUpTo,
} from '@mneme/core/domain/schema.js';
import { parseInput } from '@mneme/core/domain/input.js';
import { Instant } from '@mneme/core/domain/time.js';
import { ANSWER_MS, faultOf, newSecret, signedHeaders, testEvent } from './delivery.js';
import {
  bodyOf,
  type DeliveryState,
  Endpoint,
  endpointOf,
  type EndpointRecord,
  endpointsOf,
  hostOf,
  KEY,
  newDelivery,
  noteOf,
  readDelivery,
  readUrl,
  sentAgain,
  switchOn,
} from './endpoint.js';

/** Maximum number of endpoints of a bank: each is notified of every change. */
const MAX_ENDPOINTS = 50;

export const WebhooksInput = z.strictObject({
  url: textUpTo(2_000)
    .optional()
    .describe('To add one: where changes are posted to: https, or http to this machine.'),
  events: z
    .array(Verb)
    .min(1, 'name at least one kind')
    .optional()
    .describe('Of one that is added only changes of these kinds, as `mneme log` names them.'),
  id: ModuleRecordId.optional().describe(
    'One of them, as in x_01h5k0c2x9w7a, with the events that were given up.',
  ),
  test: flag('Send it a test event, now.'),
  redeliver: flag('Send it again what was given up.'),
  changes: z
    .array(z.int().min(1))
    .min(1)
    .max(1_000)
    .optional()
    .describe('Of what was given up only the events of these changes, by their numbers.'),
  remove: flag('Tell it nothing any more.'),
  ...pageInput('Webhooks, or events that were given up, a page.', 50, 500),
});
export type WebhooksInput = z.input<typeof WebhooksInput>;
type Parsed = z.output<typeof WebhooksInput>;

const answerShape = z.strictObject({
  /** A page of all; or the one that was named or added. */
  webhooks: z.array(Endpoint),
  /** Signing secret of the endpoint that was added. Shown only this once. */
  secret: z.exactOptional(z.string()),
  test: z.exactOptional(
    z.strictObject({
      arrived: z.boolean(),
      /** HTTP status of the response; null for none. */
      status: z.number().nullable(),
      /** Why the test failed; null where it succeeded. */
      error: z.string().nullable(),
      tookMs: z.number(),
      /** It was off, and the test switched it on again. */
      switchedOn: z.boolean(),
    }),
  ),
  /** A page of the failed events of the named endpoint, the latest first. */
  failures: z.exactOptional(
    z.array(
      z.strictObject({
        /** Number of the change. */
        change: z.number(),
        attempts: z.number(),
        at: Instant,
        error: z.string(),
      }),
    ),
  ),
  /** Number of events that are queued again. */
  redelivered: z.exactOptional(z.number()),
  sequence: z.exactOptional(z.number()),
  /** Undoes adding or removing. */
  reversal: z.exactOptional(Reversal),
  ...pageOutput,
});
export interface Webhooks extends Of<typeof answerShape> {}
export const Webhooks: SchemaOf<Webhooks, typeof answerShape> = answerShape;
type Changed = Webhooks & { readonly sequence: number };

type Parts = Pick<
  EngineParts,
  'store' | 'clock' | 'rest' | 'actor' | 'readOnly' | 'newId' | 'outgoing'
>;

/** Parses and checks the input. Throws `invalid_input` for fields that exclude one another. */
export function readWebhooks(raw: unknown): Parsed {
  const input = parseInput(WebhooksInput, raw, 'webhooks');
  const { url, id, events, test, redeliver, changes, remove } = input;
  const ofOne = Object.entries({ test, redeliver, changes, remove }).flatMap(([field, value]) =>
    value === undefined || value === false ? [] : [field],
  );
  const doings = ofOne.filter((field) => field !== 'changes');
  const fault =
    url !== undefined && (id !== undefined || ofOne.length > 0)
      ? {
          field: id === undefined ? (ofOne[0] ?? 'id') : 'id',
          hint: 'One that is added has no id yet.',
        }
      : events !== undefined && url === undefined
        ? {
            field: 'events',
            hint: 'Say the address to add; one that is there is removed and added anew.',
          }
        : id === undefined && ofOne.length > 0
          ? { field: 'id', hint: 'Say which, as `mneme webhooks` lists them.' }
          : doings.length > 1
            ? { field: doings[1] ?? '', hint: 'One thing at a time.' }
            : null;
  if (fault === null) return input;
  throw new MnemeError('invalid_input', `webhooks.${fault.field}: does not go with the rest.`, {
    field: `webhooks.${fault.field}`,
    hint: fault.hint,
  });
}

/**
 * Adds an endpoint that is notified of changes from now on. Throws `invalid_input`, and `conflict` where it exists
 * already.
 */
export async function addWebhook(
  { url: given, events }: Parsed & { readonly url: string },
  bank: OpenBank,
  parts: Parts,
): Promise<Changed> {
  const kept = { url: readUrl(given), events: events ?? null, off: null };
  const secret = newSecret();
  const id = parts.newId('x');
  return revise(bank.name, parts, async (at) => {
    const there = await endpointsOf(bank.name, parts.store);
    assertRoom(there, kept.url);
    const record = firstVersion('module', KEY, bodyOf(kept), at, () => id);
    const { sequence: cursor } = (await parts.store.bank(bank.name)) ?? { sequence: 0 };
    const state = newDelivery(secret, cursor);
    // Written before the record: another process must never find an endpoint without its secret.
    await noteFor(record.id, bank.name, parts).revise(() => state);
    return {
      put: { learned: asLearned([record]) },
      verb: 'configure',
      reason: `a webhook to ${hostOf(kept)}`,
      answer: (sequence) => ({
        webhooks: [shown({ record, kept }, state)],
        secret,
        sequence,
        next: null,
      }),
    };
  });
}

function assertRoom(there: readonly EndpointRecord[], url: string): void {
  const same = there.find(({ kept }) => kept.url === url);
  if (same !== undefined)
    throw new MnemeError('conflict', `${same.record.id} is a webhook to that address already.`, {
      field: 'webhooks.url',
      value: hostOf(same.kept),
      hint: 'Remove it first to change what it is told of, or to get a new secret.',
    });
  if (there.length >= MAX_ENDPOINTS)
    throw new MnemeError('conflict', `The bank has ${MAX_ENDPOINTS} webhooks, and no more fit.`, {
      field: 'webhooks.url',
      hint: 'Remove one first: `mneme webhooks`.',
    });
}

/**
 * Removes an endpoint. Undelivered events are dropped; undoing it restores the endpoint with its secret, and sends
 * what changed meanwhile. Throws `not_found`.
 */
export async function removeWebhook(id: LearnedId, bank: OpenBank, parts: Parts): Promise<Changed> {
  return revise(bank.name, parts, async (at) => {
    const { record, kept } = await endpointOf(id, bank.name, parts.store);
    const gone = { ...record, retractedAt: at, changedAt: at, version: record.version + 1 };
    const state = await noteFor(id, bank.name, parts).now();
    return {
      put: { learned: asLearned([gone]) },
      verb: 'configure',
      reason: `the webhook to ${hostOf(kept)} was removed`,
      answer: (sequence) => ({
        webhooks: [shown({ record: gone, kept }, state)],
        sequence,
        next: null,
      }),
    };
  });
}

/** The endpoints of a bank in order of creation, each with its delivery state. */
export async function listWebhooks(
  { limit, cursor }: Parsed,
  { name }: OpenBank,
  parts: Parts,
): Promise<Webhooks> {
  const walk = parsePageRequest('webhooks', name, { limit, cursor });
  const { page, next } = pageOf(await endpointsOf(name, parts.store), walk, ({ record }) => [
    record.createdAt,
    record.id,
  ]);
  const webhooks = await Promise.all(page.map((each) => shownNow(each, name, parts)));
  return { webhooks, next };
}

/**
 * Sends one test event now, without retries. If it arrives, an endpoint that was off is switched on, and pending
 * events are retried at once. Throws `not_found`, and `conflict` for one without its secret.
 */
export async function testWebhook(
  id: LearnedId,
  { name }: OpenBank,
  parts: Parts,
): Promise<Webhooks> {
  const { clock, outgoing, newId } = parts;
  const endpoint = await endpointOf(id, name, parts.store);
  const note = noteFor(id, name, parts);
  const { secret } = await note.now();
  if (secret === null) throw noSecret(id);
  const at = clock.now();
  const event = testEvent(id, name, { id: newId('x'), at });
  const began = clock.ticks();
  const outcome = await outgoing.post({
    url: endpoint.kept.url,
    headers: signedHeaders(secret, { ...event, at }),
    body: event.body,
    timeoutMs: ANSWER_MS,
  });
  const error = faultOf(outcome);
  const [arrived, off] = [error === null, endpoint.kept.off !== null];
  if (arrived) {
    await note.revise((state) => ({
      ...state,
      failingSince: null,
      lastError: null,
      waiting: state.waiting.map((each) => ({ ...each, nextAt: at })),
    }));
    if (off) await switchOn(name, endpoint, parts);
  }
  const tookMs = Math.round(clock.ticks() - began);
  return {
    webhooks: [await shownNow(await endpointOf(id, name, parts.store), name, parts)],
    test: { arrived, status: outcome.status, error, tookMs, switchedOn: arrived && off },
    next: null,
  };
}

/**
 * One endpoint with its failed events, the latest first; with `redeliver`, they are queued again: all, or those of
 * `changes`. Throws `not_found`.
 */
export async function webhookFailures(
  { id, redeliver, changes, limit, cursor }: Parsed & { readonly id: LearnedId },
  { name }: OpenBank,
  parts: Parts,
): Promise<Webhooks> {
  const endpoint = await endpointOf(id, name, parts.store);
  const note = noteFor(id, name, parts);
  const wanted = changes === undefined ? null : new Set(changes);
  const before = await note.now();
  const after = redeliver
    ? await note.revise((state) => sentAgain(state, wanted, parts.clock.now()))
    : before;
  const failures = after.dead
    .map(({ sequence, ...each }) => ({ change: sequence, ...each }))
    .filter(({ change }) => wanted?.has(change) ?? true)
    .sort((a, b) => b.at - a.at || b.change - a.change);
  const asked = { id, limit, cursor };
  const walk = parsePageRequest('webhooks', name, asked);
  const { page, next } = pageOf(failures, walk, ({ at, change }) => [-at, -change]);
  return {
    webhooks: [shown(endpoint, after)],
    failures: [...page],
    ...(redeliver ? { redelivered: before.dead.length - after.dead.length } : {}),
    next,
  };
}

const noteFor = (id: LearnedId, bank: BankName, parts: Parts): LeasedJob<DeliveryState> =>
  new LeasedJob(noteOf(id), { ...parts, bank, holder: '' }, readDelivery);

const shownNow = async (
  endpoint: EndpointRecord,
  bank: BankName,
  parts: Parts,
): Promise<Endpoint> => shown(endpoint, await noteFor(endpoint.record.id, bank, parts).now());

function shown({ record, kept }: EndpointRecord, state: DeliveryState): Endpoint {
  const { url, events, off } = kept;
  return {
    id: record.id,
    url,
    events,
    addedAt: record.createdAt,
    state:
      off !== null
        ? 'off'
        : state.secret === null
          ? 'no_secret'
          : state.failingSince === null
            ? 'on'
            : 'failing',
    off,
    cursor: state.cursor,
    delivered: state.delivered,
    waiting: state.waiting.length,
    failures: state.dead.length,
    lastError: state.lastError,
  };
}

const noSecret = (id: LearnedId): MnemeError =>
  new MnemeError('conflict', `${id} came without its secret, so that nothing can be signed.`, {
    field: 'webhooks.id',
    value: id,
    hint: 'An export and a branch hold none. Remove it and add it anew.',
  });
