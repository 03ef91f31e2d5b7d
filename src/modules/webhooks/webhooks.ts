import { z } from 'zod';
import { JobNote } from '../../bank/jobs/job-note.js';
import { asLearned, founded, revise } from '../../bank/learned/revise.js';
import type { EngineParts, OpenBank } from '../../bank/open-bank.js';
import { pageOf, startWalk } from '../../bank/pages.js';
import { Verb } from '../../domain/change.js';
import { MnemeError } from '../../domain/errors.js';
import { LearnedId, ModuleRecordId, type BankName } from '../../domain/ids.js';
import { pageInput, pageOutput } from '../../domain/page.js';
import { parseInput } from '../../domain/parse-input.js';
import type { Of, SchemaOf } from '../../domain/schema.js';
import { Instant } from '../../domain/time.js';
import { ANSWER_MS } from './courier.js';
import {
  newDelivery,
  noteOf,
  readDelivery,
  sentAgain,
  type DeliveryState,
} from './delivery-state.js';
import {
  bodyOf,
  Endpoint,
  endpointOf,
  endpointsOf,
  hostOf,
  KEY,
  readUrl,
  type EndpointRecord,
} from './endpoint.js';
import { faultOf, testEvent } from './event.js';
import { newSecret, signedHeaders } from './sign.js';
import { switchOn } from './switch-endpoint.js';

/** A bank has so many endpoints at most: each is told of every change. */
const MAX_ENDPOINTS = 50;

export const AddWebhookInput = z.strictObject({
  url: z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(2_000, 'at most 2,000 characters')
    .describe('Where changes are posted to: https, or http to this machine.'),
  events: z
    .array(Verb)
    .min(1, 'name at least one kind')
    .optional()
    .describe('Only changes of these kinds, as `mneme log` names them. Default: all.'),
});
export type AddWebhookInput = z.input<typeof AddWebhookInput>;

const idField = ModuleRecordId.describe('The webhook, as in x_01h5k0c2x9w7a.');
export const WebhookId = z.strictObject({ id: idField });
export type WebhookId = z.input<typeof WebhookId>;

export const WebhookFilter = z.strictObject({ ...pageInput('Webhooks a page.', 50, 500) });
export type WebhookFilter = z.input<typeof WebhookFilter>;

export const WebhookFailuresInput = z.strictObject({
  id: idField,
  redeliver: z.boolean().default(false).describe('Send them again, from the first try on.'),
  changes: z
    .array(z.int().min(1))
    .min(1)
    .max(1_000)
    .optional()
    .describe('Only the events of these changes, by their numbers.'),
  ...pageInput('Events a page.', 50, 500),
});
export type WebhookFailuresInput = z.input<typeof WebhookFailuresInput>;

const addedShape = z.strictObject({
  ...Endpoint.shape,
  /** Signs every event. It is shown this once. */
  secret: z.string(),
  sequence: z.number(),
});
export interface WebhookAdded extends Of<typeof addedShape> {}
export const WebhookAdded: SchemaOf<WebhookAdded, typeof addedShape> = addedShape;

const removedShape = z.strictObject({ ...Endpoint.shape, sequence: z.number() });
export interface WebhookRemoved extends Of<typeof removedShape> {}
export const WebhookRemoved: SchemaOf<WebhookRemoved, typeof removedShape> = removedShape;

const listShape = z.strictObject({ webhooks: z.array(Endpoint), ...pageOutput });
export interface Webhooks extends Of<typeof listShape> {}
export const Webhooks: SchemaOf<Webhooks, typeof listShape> = listShape;

const testShape = z.strictObject({
  id: LearnedId,
  arrived: z.boolean(),
  /** The HTTP status that was answered; null for no answer. */
  status: z.number().nullable(),
  /** Why it did not arrive; null where it did. */
  error: z.string().nullable(),
  tookMs: z.number(),
  /** It was off, and is on again. */
  switchedOn: z.boolean(),
});
export interface WebhookTest extends Of<typeof testShape> {}
export const WebhookTest: SchemaOf<WebhookTest, typeof testShape> = testShape;

const failuresShape = z.strictObject({
  id: LearnedId,
  failures: z.array(
    z.strictObject({
      /** The number of the change that it tells of. */
      change: z.number(),
      attempts: z.number(),
      at: Instant,
      error: z.string(),
    }),
  ),
  /** How many are sent again. */
  redelivered: z.number(),
  ...pageOutput,
});
export interface WebhookFailures extends Of<typeof failuresShape> {}
export const WebhookFailures: SchemaOf<WebhookFailures, typeof failuresShape> = failuresShape;

type Parts = Pick<
  EngineParts,
  'store' | 'clock' | 'rest' | 'actor' | 'readOnly' | 'newId' | 'outgoing'
>;

/** Adds an address that is told of what changes from now on. Throws `invalid_input`, `conflict` for one that is there. */
export async function addWebhook(
  raw: AddWebhookInput,
  bank: OpenBank,
  parts: Parts,
): Promise<WebhookAdded> {
  const input = parseInput(AddWebhookInput, raw, 'webhook');
  const kept = { url: readUrl(input.url), events: input.events ?? null, off: null };
  const secret = newSecret();
  const id = parts.newId('x');
  return revise(bank.name, parts, async (at) => {
    const there = await endpointsOf(bank.name, parts.store);
    assertRoom(there, kept.url);
    const record = founded('module', KEY, bodyOf(kept), at, () => id);
    const { sequence: cursor } = (await parts.store.bank(bank.name)) ?? { sequence: 0 };
    const state = newDelivery(secret, cursor);
    // Before the record: a process that delivers must not find one without its secret.
    await noteFor(record.id, bank.name, parts).revise(() => state);
    return {
      put: { learned: asLearned([record]) },
      verb: 'configure',
      reason: `a webhook to ${hostOf(kept)}`,
      answer: (sequence) => ({ ...shown({ record, kept }, state), secret, sequence }),
    };
  });
}

function assertRoom(there: readonly EndpointRecord[], url: string): void {
  const same = there.find(({ kept }) => kept.url === url);
  if (same !== undefined)
    throw new MnemeError('conflict', `${same.record.id} is a webhook to that address already.`, {
      field: 'webhook.url',
      value: hostOf(same.kept),
      hint: 'Remove it first to change what it is told of, or to get a new secret.',
    });
  if (there.length >= MAX_ENDPOINTS)
    throw new MnemeError('conflict', `The bank has ${MAX_ENDPOINTS} webhooks, and no more fit.`, {
      field: 'webhook.url',
      hint: 'Remove one first: `mneme webhook list`.',
    });
}

/** Takes one away. What did not arrive is sent no more; undoing it brings it back with its secret, and what changed meanwhile. Throws `not_found`. */
export async function removeWebhook(
  raw: WebhookId,
  bank: OpenBank,
  parts: Parts,
): Promise<WebhookRemoved> {
  const { id } = parseInput(WebhookId, raw, 'webhook');
  return revise(bank.name, parts, async (at) => {
    const { record, kept } = await endpointOf(id, bank.name, parts.store);
    const gone = { ...record, retractedAt: at, changedAt: at, version: record.version + 1 };
    const state = await noteFor(id, bank.name, parts).now();
    return {
      put: { learned: asLearned([gone]) },
      verb: 'configure',
      reason: `the webhook to ${hostOf(kept)} was removed`,
      answer: (sequence) => ({ ...shown({ record: gone, kept }, state), sequence }),
    };
  });
}

/** The endpoints of a bank in order of adding, each with how it goes. */
export async function listWebhooks(
  raw: WebhookFilter,
  { name }: OpenBank,
  parts: Parts,
): Promise<Webhooks> {
  const walk = startWalk('webhook_list', name, parseInput(WebhookFilter, raw, 'filter'));
  const { page, next } = pageOf(await endpointsOf(name, parts.store), walk, ({ record }) => [
    record.createdAt,
    record.id,
  ]);
  const webhooks = await Promise.all(
    page.map(async (each) => shown(each, await noteFor(each.record.id, name, parts).now())),
  );
  return { webhooks, next };
}

/** Sends a test event, now and once. One that arrives switches the endpoint on where it was off, and has what waits tried again at once. Throws `not_found`, `conflict` for one without its secret. */
export async function testWebhook(
  raw: WebhookId,
  { name }: OpenBank,
  parts: Parts,
): Promise<WebhookTest> {
  const { id } = parseInput(WebhookId, raw, 'webhook');
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
  return { id, arrived, status: outcome.status, error, tookMs, switchedOn: arrived && off };
}

/** Events that were given up, the latest first; with `redeliver`, they are tried again, all or those of `changes`. Throws `not_found`. */
export async function webhookFailures(
  raw: WebhookFailuresInput,
  { name }: OpenBank,
  parts: Parts,
): Promise<WebhookFailures> {
  const input = parseInput(WebhookFailuresInput, raw, 'webhook');
  const { id, redeliver, changes, limit, cursor } = input;
  await endpointOf(id, name, parts.store);
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
  const walk = startWalk('webhook_failures', name, asked);
  const { page: shownPage, next } = pageOf(failures, walk, ({ at, change }) => [-at, -change]);
  return {
    id,
    failures: [...shownPage],
    redelivered: before.dead.length - after.dead.length,
    next,
  };
}

const noteFor = (id: LearnedId, bank: BankName, parts: Parts): JobNote<DeliveryState> =>
  new JobNote(noteOf(id), { ...parts, bank, holder: '' }, readDelivery);

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
    field: 'webhook.id',
    value: id,
    hint: 'An export and a branch hold none. Remove it and add it anew.',
  });
